import { useDeskCells } from "./desk-context";

/** The column head that sorts by when animals were added. */
export function SortHead() {
  const { sort, sortBy } = useDeskCells();
  const isNewest = sort === "newest";
  return (
    <button
      type="button"
      className="inline-flex min-h-target cursor-pointer items-center gap-1.5 rounded-control font-semibold text-accent transition hover:text-accent-hover hover:underline hover:underline-offset-4 active:text-accent-pressed focus-visible:rounded-control"
      aria-label={`Added, ${isNewest ? "newest first" : "oldest first"}`}
      title={isNewest ? "Newest first" : "Oldest first"}
      onClick={() => sortBy(isNewest ? "oldest" : "newest")}
    >
      Added
      <svg
        aria-hidden="true"
        width="12"
        height="12"
        viewBox="0 0 12 12"
        className="size-3 fill-none stroke-current stroke-2 transition-transform in-[[aria-sort=ascending]]:rotate-180"
      >
        <path d="M6 1v10M2 7l4 4 4-4" />
      </svg>
    </button>
  );
}
