/** The label of a search button. On a phone it is a magnifying glass, so that the field has room. */
export function SearchWords() {
  return (
    <>
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        className="size-5 fill-none stroke-current stroke-[2.5] [stroke-linecap:round] sm:hidden"
      >
        <path d="m20 20-4.6-4.6M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0Z" />
      </svg>
      <span className="max-sm:sr-only">Search</span>
    </>
  );
}
