/** The label of the button that searches. In a narrow window it is an icon, so that the field has room. */
export function SearchLabel() {
  return (
    <>
      <span className="max-[26rem]:sr-only">Search</span>
      <svg
        aria-hidden="true"
        viewBox="0 0 16 16"
        className="size-5 fill-none stroke-current stroke-2 min-[26rem]:hidden"
      >
        <path d="M11 11l4 4M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10z" />
      </svg>
    </>
  );
}
