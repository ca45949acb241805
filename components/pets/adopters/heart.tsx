import { cx } from "../../ui/style/cx";

/** The symbol of a favourite. */
export function Heart({ isFull }: { isFull: boolean }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={cx(
        "size-5.5 shrink-0 stroke-current stroke-2 transition",
        isFull ? "fill-current motion-safe:scale-110" : "fill-none",
      )}
    >
      <path d="M12 20.5C5.5 15.8 3 12.5 3 9a4.8 4.8 0 0 1 9-2.4A4.8 4.8 0 0 1 21 9c0 3.5-2.5 6.8-9 11.5Z" />
    </svg>
  );
}
