import { useDeskCells } from "./desk-context";

/** The column head that sorts by when animals were added. */
export function SortHead() {
  const { sort, sortBy } = useDeskCells();
  const isNewest = sort === "newest";
  return (
    <>
      <button
        type="button"
        className="group -ms-2 inline-flex min-h-target cursor-pointer items-center gap-1 rounded-control ps-2 pe-1 font-semibold transition hover:text-accent-hover active:text-accent-pressed"
        onClick={() => sortBy(isNewest ? "oldest" : "newest")}
      >
        Added
        <svg
          aria-hidden="true"
          viewBox="0 0 12 12"
          className="size-3 fill-none stroke-current stroke-2 transition-transform group-[[aria-sort=ascending]_&]:rotate-180"
        >
          <path d="M6 1v10M2 7l4 4 4-4" />
        </svg>
      </button>{" "}
      and changed
    </>
  );
}
