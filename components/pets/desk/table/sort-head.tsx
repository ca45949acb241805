import { useDeskCells } from "./desk-context";

/** The column head that sorts by when animals were added. */
export function SortHead() {
  const { sort, sortBy } = useDeskCells();
  const isNewest = sort === "newest";
  return (
    <button
      type="button"
      className="group -ms-2 inline-flex min-h-target cursor-pointer items-center rounded-control focus-visible:rounded-control"
      onClick={() => sortBy(isNewest ? "oldest" : "newest")}
    >
      <span className="inline-flex items-center gap-1.5 rounded-control border border-control-line px-2 py-1 text-accent transition group-hover:bg-hover group-hover:text-accent-hover group-active:bg-pressed">
        Added, {isNewest ? "newest first" : "oldest first"}
        <svg
          aria-hidden="true"
          viewBox="0 0 12 12"
          className="size-3 fill-none stroke-current stroke-2 transition-transform in-[[aria-sort=ascending]]:rotate-180"
        >
          <path d="M6 1v10M2 7l4 4 4-4" />
        </svg>
      </span>
    </button>
  );
}
