import { Button } from "../../ui/buttons/button";
import { Arrow } from "../../ui/display/arrow";
import { useShortcuts } from "../../ui/hooks/use-shortcuts";

/** Show the animals before and after the one in the sheet, in the list behind it. Null at its ends. */
export type Steps = { name: string; previous: (() => void) | null; next: (() => void) | null };

type Props = {
  steps: Steps;
  /** Leaves the animal, asking first if input would be lost. */
  leave(action: () => void): void;
};

/** Buttons that lead from the animal in the sheet to its neighbours in the list, as do `k` and `j`. */
export function SheetSteps({ steps, leave }: Props) {
  const goTo = (to: (() => void) | null) => () => {
    if (to === null) return;
    leave(() => {
      focusTitle();
      to();
    });
  };
  const [previous, next] = [goTo(steps.previous), goTo(steps.next)];
  useShortcuts({ j: next, k: previous }, "side sheet");
  return (
    <div data-part="steps" className="flex shrink-0 gap-2 max-sm:gap-1">
      <StepButton label="Previous animal" keys="k" arrow="start" isEnd={steps.previous === null} onGo={previous} />
      <StepButton label="Next animal" keys="j" arrow="end" isEnd={steps.next === null} onGo={next} />
      <p role="status" className="sr-only">
        <bdi>{steps.name}</bdi>
      </p>
    </div>
  );
}

/** The form disappears with its animal, so the focus moves to the title. A pressed step keeps it. */
export function focusTitle(): void {
  if (document.activeElement?.closest("[data-part=steps]")) return;
  document.querySelector<HTMLElement>("[data-part=side-sheet] h2")?.focus();
}

type ButtonProps = { label: string; keys: string; arrow: "start" | "end"; isEnd: boolean; onGo(): void };

/** At the end of the list the button does nothing, but it keeps the focus. */
function StepButton({ label, keys, arrow, isEnd, onGo }: ButtonProps) {
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
