import { Button } from "../../ui/buttons/button";
import { Arrow } from "../../ui/display/arrow";
import { useShortcuts } from "../../ui/hooks/use-shortcuts";

/** The name of an animal, and functions that lead to its neighbours in the list. A missing neighbour is null. */
export type SheetTrail = {
  name: string;
  previous: (() => void) | null;
  next: (() => void) | null;
  /** Whether the neighbour is on another page of the list, which could not be read. */
  hasFailed: boolean;
};

type Props = {
  trail: SheetTrail;
  /** Leaves the animal, asking first if input would be lost. */
  leave(action: () => void): void;
};

/** Buttons that lead from the animal in the sheet to its neighbours in the list, as do `k` and `j`. */
export function SheetTrailButtons({ trail, leave }: Props) {
  const goTo = (to: (() => void) | null) => () => {
    if (to === null) return;
    leave(() => {
      focusTitle();
      to();
    });
  };
  const [previous, next] = [goTo(trail.previous), goTo(trail.next)];
  useShortcuts({ j: next, k: previous }, "side sheet");
  return (
    <div data-part="trail" className="flex shrink-0 gap-2 max-sm:gap-1">
      <TrailButton label="Previous animal" keys="k" arrow="start" isEnd={trail.previous === null} onGo={previous} />
      <TrailButton label="Next animal" keys="j" arrow="end" isEnd={trail.next === null} onGo={next} />
      <p role="status" className="sr-only">
        <bdi>{trail.name}</bdi>
      </p>
    </div>
  );
}

/** Why the neighbour is not shown. */
export function SheetTrailProblem({ trail }: { trail: SheetTrail | null }) {
  if (!trail?.hasFailed) return null;
  return (
    <p role="alert" className="border-b border-line px-5 py-3 font-semibold text-danger">
      That animal could not be loaded. Try again.
    </p>
  );
}

/** The form disappears with its animal, so the focus moves to the title. A pressed button of the trail keeps it. */
export function focusTitle(): void {
  if (document.activeElement?.closest("[data-part=trail]")) return;
  document.querySelector<HTMLElement>("[data-part=side-sheet] h2")?.focus();
}

type ButtonProps = { label: string; keys: string; arrow: "start" | "end"; isEnd: boolean; onGo(): void };

/** At the end of the list the button does nothing, but it keeps the focus. */
function TrailButton({ label, keys, arrow, isEnd, onGo }: ButtonProps) {
  return (
    <Button
      look="quiet"
      className="w-target px-0! aria-disabled:cursor-default"
      aria-label={label}
      aria-keyshortcuts={keys}
      title={`${label} (${keys})`}
      busy={isEnd}
      onClick={onGo}
    >
      <Arrow to={arrow} />
    </Button>
  );
}
