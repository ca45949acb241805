import { useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { whyRefused } from "@/lib/pets/import/client";
import type { ImportResult } from "@/lib/pets/import/schema";
import { RequestProblem } from "../../people/request-problem";
import { Button, ButtonLink } from "../../ui/button";
import { ConfirmButton } from "../../ui/confirm-dialog";
import { focusIfLost } from "../../ui/focus";
import { actions, panel } from "../../ui/panel";
import { cx } from "../../ui/style";
import { LongList } from "./check-rows";
import type { PetImport } from "./use-import";

type Props = { state: PetImport };

/** How the import goes, and what became of it. */
export function ImportReport({ state }: Props) {
  const { job, result, included, isRunning, isInDoubt, problem, start, undo } = state;
  const isDone = result !== null;
  const button = useRef<HTMLButtonElement>(null);
  const section = useRef<HTMLElement>(null);
  // When it begins and when it ends, the button that had the focus has disappeared.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    focusIfLost(section.current);
    section.current?.scrollIntoView({ block: "nearest" });
  }, [isDone]);
  const notDone = notDoneOf(state);
  return (
    <>
      <section ref={section} tabIndex={-1} aria-label="Progress" className={cx(panel, "grid gap-2")}>
        <label className="font-semibold">
          {job?.progress ?? 0} of {job?.total ?? included.length} done
          <progress className="block h-3 w-full" max={job?.total ?? included.length} value={job?.progress ?? 0} />
        </label>
        <p role="status">{result && outcomeWords(result, state)}</p>
        {undo && (
          <ConfirmButton
            label="Undo this import"
            look="quiet"
            busy={false}
            question="Undo this import?"
            details="Animals that it added are removed, and those that it changed get their earlier values back."
            confirm="Undo the import"
            onConfirm={undo}
          />
        )}
        {isDone && notDone.length > 0 && (
          <LongList entries={notDone}>
            {({ line, name, why }) => (
              <li key={line} className="wrap-anywhere">
                Row {line} <bdi>{name}</bdi>: <span className="text-danger">{why}</span>
              </li>
            )}
          </LongList>
        )}
      </section>
      <RequestProblem
        error={isRunning ? null : problem}
        notDone="Nothing was imported."
        inDoubt="We do not know whether the rows arrived. Continue within a day and nothing is done twice."
        isInDoubt={isInDoubt}
        onWaited={() => void start()}
        onSignedIn={() => {
          flushSync(state.reset);
          button.current?.focus();
        }}
      />
      <div className={actions}>
        {!isDone && included.length > 0 && (
          <Button ref={button} busy={isRunning} onClick={() => isRunning || void start()}>
            {isRunning ? "Working…" : isInDoubt ? "Continue" : "Try again"}
          </Button>
        )}
        {isDone && <ButtonLink href="/staff/animals">See the animals</ButtonLink>}
        {!isRunning && (
          <Button look="quiet" onClick={state.clear}>
            {isDone ? "Import more" : "Start over"}
          </Button>
        )}
      </div>
    </>
  );
}

/** Rows that could not be used, and rows that the service has refused. */
function notDoneOf({ rows, included, result }: PetImport) {
  const outcomes = new Map(included.map(({ line }, at) => [line, result?.rows[at]]));
  return rows.flatMap(({ line, name, problems }) => {
    const refused = outcomes.get(line)?.outcome === "refused" && `${whyRefused(outcomes.get(line)?.code)}.`;
    const why = refused || problems.map(({ message }) => message).join(". ");
    return why ? [{ line, name, why }] : [];
  });
}

/** "2 added, 1 left out". */
function outcomeWords({ counts }: ImportResult, { rows, included }: PetImport): string {
  const outcomes: [number, string][] = [
    [counts.added, "added"],
    [counts.changed, "changed"],
    [counts.same, "without a change"],
    [counts.refused, "not done"],
    [rows.length - included.length, "left out"],
  ];
  return outcomes
    .filter(([count]) => count !== 0)
    .map(([count, word]) => `${count.toLocaleString("en")} ${word}`)
    .join(", ");
}
