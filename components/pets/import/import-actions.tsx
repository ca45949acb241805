import { type RefObject, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { isCertain } from "@/lib/http/errors";
import { isRefused } from "@/lib/pets/import/outcome";
import { isSameAsNow } from "@/lib/pets/import/run-import";
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
  const { saved, included, left, notDone, isDone, isRunning, problem, start } = state;
  const hasRefused = Object.values(saved.outcomes).some(isRefused);
  const correctable = hasRefused ? "that were not done" : mistakeWords(notDone.length);
  const button = useRef<HTMLButtonElement>(null);
  const stopped = `It stopped after ${included.length - left.length} of ${included.length} rows`;
  const doubt = saved.sending === null ? "" : `, and we do not know about row ${saved.sending}`;
  return (
    <>
      <RequestProblem
        error={isRunning ? null : problem}
        notDone={`${stopped}.`}
        inDoubt={`${stopped}${doubt}. Continue within a day and nothing is done twice.`}
        isInDoubt={!isRunning && (saved.sending !== null || (problem !== null && !isCertain(problem)))}
        onWaited={start}
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
            Correct the {notDone.length.toLocaleString("en")} {correctable}
          </Button>
        )}
        {isDone && (
          <ButtonLink look={notDone.length > 0 ? "quiet" : "primary"} href="/staff/animals">
            See the animals
          </ButtonLink>
        )}
        {!isRunning && !state.isUndoing && (
          <Button look="quiet" onClick={state.clear}>
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
  const toDo = countsOf(state, previews);
  const isNothing = !hasBegun && toDo.added + toDo.changed === 0 && toDo.same > 0;
  const canStart = isReady && !isNothing;
  const label = isNothing ? "Nothing to change" : hasBegun ? "Continue" : startLabel(toDo);
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
  return { added, same, changed: valid.length - added - same };
}

/** "Add 2 animals and change 1". */
function startLabel({ added, changed }: ReturnType<typeof countsOf>): string {
  if (added + changed === 0) return "Nothing to add";
  if (added === 0) return `Change ${animals(changed)}`;
  return `Add ${animals(added)}${changed > 0 ? ` and change ${changed.toLocaleString("en")}` : ""}`;
}

export function ImportReport({ state }: { state: State }) {
  const { included, left, isUndoing, isDone, isRunning } = state;
  const finished = included.length - left.length;
  const section = useRef<HTMLElement>(null);
  useProgressInView(section, isRunning);
  // The button that had the focus has disappeared.
  useEffect(() => {
    if (isDone && !isRunning && !isUndoing) focusIfLost(section.current);
  }, [isDone, isRunning, isUndoing]);
  return (
    <section ref={section} tabIndex={-1} aria-label="Progress" className={cx(panel, "grid gap-2")}>
      <label className="font-semibold">
        {finished} of {included.length} done
        <progress className="block h-3 w-full" max={included.length} value={finished} />
      </label>
      <p role="status">{!isRunning && outcomeWords(state)}</p>
      {isDone && !isRunning && <UndoImport state={state} />}
    </section>
  );
}

/** When the import starts, and when it ends. */
function useProgressInView(section: RefObject<HTMLElement | null>, isRunning: boolean): void {
  const hasRun = useRef(false);
  useEffect(() => {
    hasRun.current ||= isRunning;
    if (hasRun.current) section.current?.scrollIntoView({ block: "nearest" });
  }, [section, isRunning]);
}

/** An import that ended before this visit. */
export function PastImport({ state }: { state: State }) {
  return (
    <section aria-label="Last import" className={cx(actions, "items-center")}>
      <p>Last import: {outcomeWords(state)}</p>
      <Button look="quiet" onClick={state.open}>
        See its rows
      </Button>
      <UndoImport state={state} />
    </section>
  );
}

/** An import whose rows were too many to survive a reload. */
export function MissingRows({ state }: { state: State }) {
  const counts = outcomeWords(state);
  return (
    <section aria-label="Interrupted import" className={cx(panel, "grid gap-2")}>
      <p>
        An import was interrupted here{counts && `: ${counts}`}. Its rows were too many to be kept. Paste the same rows,
        or choose the same file: it continues where it stopped, and nothing is done twice.
      </p>
    </section>
  );
}

const mistakeWords = (count: number) => (count === 1 ? "with a mistake" : "with mistakes");

/** "2 added, 1 with a mistake, 1 duplicate left out". */
function outcomeWords({ saved, rows, included }: State): string {
  const out = rows.filter((row) => !included.includes(row));
  const mistakes = out.filter(({ wanted }) => wanted === null).length;
  const alike = new Set(saved.edits.alike);
  const duplicates = out.filter(({ line, wanted }) => wanted !== null && alike.has(line)).length;
  const removed = Object.values(saved.outcomes).filter((outcome) => "isRemoved" in outcome && outcome.isRemoved).length;
  const setBack = Object.values(saved.outcomes).filter((outcome) => "isSetBack" in outcome && outcome.isSetBack).length;
  return [
    [outcomesOf(saved, "added") - removed, "added"],
    [removed, "removed again"],
    [outcomesOf(saved, "changed") - setBack, "changed"],
    [setBack, "set back"],
    [outcomesOf(saved, "same"), "without a change"],
    [outcomesOf(saved, "refused"), "not done"],
    [mistakes, mistakeWords(mistakes)],
    [duplicates, duplicates === 1 ? "duplicate left out" : "duplicates left out"],
    [out.length - mistakes - duplicates, "left out"],
  ]
    .filter(([number]) => number !== 0)
    .map(([number, word]) => `${number} ${word}`)
    .join(", ");
}

const outcomesOf = ({ outcomes }: State["saved"], name: string) =>
  Object.values(outcomes).filter(({ state }) => state === name).length;

/** What somebody has changed since stays. */
function UndoImport({ state: { undoable, isUndoing, undo } }: { state: State }) {
  const { setBack, staying } = undoable;
  const removed = undoable.added.length;
  if (removed + setBack === 0) return null;
  const more = staying > 0 && ` ${animals(staying)} ${staying === 1 ? "keeps its" : "keep their"} changes: `;
  return (
    <ConfirmButton
      label="Undo this import"
      look="quiet"
      busy={isUndoing}
      question={setBack > 0 ? "Undo this import?" : `Remove the ${animals(removed)} that this import has added?`}
      details={
        <>
          {setBack > 0 && `${animals(setBack)} ${setBack === 1 ? "gets its" : "get their"} earlier values back. `}
          {setBack > 0 &&
            removed > 0 &&
            `The ${animals(removed)} that it has added ${removed === 1 ? "is" : "are"} removed. `}
          {removed + setBack === 1 ? "If it was changed since, it stays." : "Those that were changed since stay."}{" "}
          {removed > 0 && "You can restore removed animals."}
          {more && `${more}the import did not get all answers. See their histories.`}
        </>
      }
      confirm={setBack > 0 ? "Undo the import" : `Remove ${animals(removed)}`}
      onConfirm={undo}
    />
  );
}

const animals = (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "animal" : "animals"}`;
