import { cx } from "../../ui/cx";

type Props = {
  direction: "previous" | "next";
  onPress(): void;
  /** There is nothing in this direction. */
  off: boolean;
  /** Whether it repeats for the mouse what the keyboard does with arrow keys, so that nobody else needs it. */
  mouseOnly?: boolean;
};

/** A round button at a side of a strip that shows what is next to it. */
export function StripButton({ direction, onPress, off, mouseOnly }: Props) {
  return (
    <button
      type="button"
      aria-label={direction === "next" ? "Next photo" : "Previous photo"}
      aria-hidden={mouseOnly}
      tabIndex={mouseOnly ? -1 : undefined}
      disabled={off}
      onClick={onPress}
      className={cx(
        "absolute top-1/2 grid size-11 -translate-y-1/2 cursor-pointer place-items-center rounded-pill bg-panel",
        "text-accent shadow-raised transition hover:bg-hover active:bg-pressed focus-visible:rounded-pill",
        // Fingers swipe.
        "disabled:pointer-events-none disabled:opacity-0 pointer-coarse:hidden noscript:hidden",
        direction === "next" ? "right-3" : "left-3",
      )}
    >
      <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5 fill-none stroke-current stroke-[2.5]">
        <path
          d={direction === "next" ? "m9 5 7 7-7 7" : "m15 5-7 7 7 7"}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  );
}
