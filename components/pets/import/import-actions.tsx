import { type RefObject, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { isSameAsNow } from "@/lib/pets/import/preview";
import { RequestProblem } from "../../people/request-problem";
import { Button, ButtonLink } from "../../ui/button";
import { ConfirmButton } from "../../ui/confirm-dialog";
import { focusIfLost } from "../../ui/focus";
import { actions, panel } from "../../ui/panel";
import { cx } from "../../ui/style";
import type { PetImport } from "./use-import";
import type { Previews } from "./use-known-names";

type State = PetImport;

type Props = { state: State; previews: Previews };

export function ImportActions({ state, previews }: Props) {
  const { notDone, isDone, isRunning, isInDoubt, problem, start } = state;
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <RequestProblem
        error={isRunning ? null : problem}
        notDone="Nothing was imported."
        inDoubt="We do not know whether the rows arrived. Continue within a day and nothing is done twice."
        isInDoubt={isInDoubt}
        onWaited={() => void start()}
        onSignedIn={() => {
          flushSync(state.resume);
          button.current?.focus();
        }}
      />
      <div data-bottom-bar className={cx(actions, "sticky bottom-0 z-10 -mx-2 border-t border-line bg-page px-2 py-3")}>
        {!isDone && <StartButton button={button} state={state} previews={previews} />}
        {isDone && notDone.length > 0 && (
          <Button
            onClick={() => {
              flushSync(state.correct);
              document.getElementById("rows-heading")?.focus();
            }}
          >
            Correct the {notDone.length.toLocaleString("en")} that {notDone.length === 1 ? "was" : "were"} not done
          </Button>
        )}
        {isDone && (
          <ButtonLink look={notDone.length > 0 ? "quiet" : "primary"} href="/staff/animals">
            See the animals
          </ButtonLink>
        )}
        {!isRunning && (
          <Button look="quiet" onClick={() => state.setText("")}>
            {isDone ? "Import more" : "Clear"}
          </Button>
        )}
      </div>
    </>
  );
}

type StartProps = Props & { button: RefObject<HTMLButtonElement | null> };

/** Not if it would change nothing. */
function StartButton({ button, state, previews }: StartProps) {
  const { hasBegun, isReady, isRunning, start } = state;
  const { added, changed } = countsOf(state, previews);
  const canStart = isReady && (hasBegun || added + changed > 0);
  const label = state.isInDoubt ? "Continue" : startLabel(added, changed);
  return (
    <Button ref={button} busy={isRunning || !canStart} onClick={() => canStart && void start()}>
      {isRunning ? "Working…" : label}
    </Button>
  );
}

function countsOf({ included }: State, previews: Previews) {
  const valid = included.filter(({ wanted }) => wanted !== null);
  const added = valid.filter(({ wanted }) => wanted?.id === null).length;
  const same = valid.filter(({ line }) => isSameAsNow(previews.get(line))).length;
  return { added, changed: valid.length - added - same };
}

/** "Add 2 animals and change 1". */
function startLabel(added: number, changed: number): string {
  if (added + changed === 0) return "Nothing to import";
  if (added === 0) return `Change ${animals(changed)}`;
  return `Add ${animals(added)}${changed > 0 ? ` and change ${changed.toLocaleString("en")}` : ""}`;
}

export function ImportReport({ state }: { state: State }) {
  const { included, job, isDone } = state;
  const finished = job?.progress ?? 0;
  const total = job?.total ?? included.length;
  const section = useRef<HTMLElement>(null);
  // When it ends, the button that had the focus has disappeared.
  useEffect(() => {
    if (isDone) focusIfLost(section.current);
    else section.current?.scrollIntoView({ block: "nearest" });
  }, [isDone]);
  return (
    <section ref={section} tabIndex={-1} aria-label="Progress" className={cx(panel, "grid gap-2")}>
      <label className="font-semibold">
        {finished} of {total} done
        <progress className="block h-3 w-full" max={total} value={finished} />
      </label>
      <p role="status">{isDone && outcomeWords(state)}</p>
      <UndoImport state={state} />
    </section>
  );
}

/** "2 added, 1 left out". */
function outcomeWords({ saved, rows, leftOut, result }: State): string {
  const counts = result?.counts;
  return [
    [counts?.added ?? 0, "added"],
    [counts?.changed ?? 0, "changed"],
    [counts?.same ?? 0, "without a change"],
    [counts?.refused ?? 0, "not done"],
    [rows.filter(({ line }) => leftOut.has(line)).length, "left out"],
  ]
    .filter(([number]) => number !== 0)
    .map(([number, word]) => `${number} ${word}`)
    .join(", ")
    .concat(saved.undo?.isUndone ? ". This was undone" : "");
}

function UndoImport({ state: { saved, result, undo } }: { state: State }) {
  if (!undo || !result) return null;
  if (saved.undo?.isUndone)
    return (
      <Button look="quiet" className="justify-self-start" onClick={undo}>
        Import again
      </Button>
    );
  const { added = 0, changed = 0 } = result.counts;
  return (
    <ConfirmButton
      label="Undo this import"
      look="quiet"
      busy={false}
      question="Undo this import?"
      details={
        <>
          {changed > 0 && `${animals(changed)} ${changed === 1 ? "gets its" : "get their"} earlier values back. `}
          {added > 0 && `${animals(added)} ${added === 1 ? "is" : "are"} removed. `}
        </>
      }
      confirm="Undo the import"
      onConfirm={undo}
    />
  );
}

const animals = (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "animal" : "animals"}`;
