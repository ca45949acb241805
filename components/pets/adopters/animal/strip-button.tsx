import { cx } from "../../../ui/style/cx";
import { needsScripts } from "../../../ui/style/needs-scripts";

type Props = {
  direction: "previous" | "next";
  onPress(): void;
  /** Whether there is nothing more in this direction. */
  off: boolean;
  /** Whether only the mouse needs the button, because the keyboard has arrow keys. */
  mouseOnly?: boolean;
};

/** A round button at the side of a strip that scrolls to the next item. */
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
        // Hidden on touch screens, where people swipe.
        "disabled:pointer-events-none disabled:opacity-0 pointer-coarse:hidden",
        needsScripts,
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
