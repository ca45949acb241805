"use client";

import { useRef } from "react";
import { flushSync } from "react-dom";
import { isCertain } from "@/lib/http/errors";
import { decodeFile } from "@/lib/pets/import/csv";
import { FIELDS, MAX_ROWS } from "@/lib/pets/import/rows";
import { Refusal } from "../../people/refusal";
import { usePersonId } from "../../people/signed-in";
import { Button } from "../../ui/button";
import { buttonClass } from "../../ui/button-class";
import { cx } from "../../ui/cx";
import { FormMessage, Select, Textarea } from "../../ui/field";
import { actions, panel, stack } from "../../ui/panel";
import { ExportButton } from "./export-button";
import { IMPORT_FIELD_NAMES, ImportRows } from "./import-rows";
import { useImport } from "./use-import";
import { useKnownNames } from "./use-known-names";

/** Adds and changes many animals at once, from pasted rows or a CSV file. */
export function ImportDesk() {
  const state = useImport(usePersonId());
  const { kept, table, rows, wrong, hasBegun } = state;
  const known = useKnownNames(rows);
  const all = rows.length.toLocaleString("en");
  return (
    <div className={stack}>
      {!hasBegun && <Source state={state} />}
      {rows.length > 0 && !hasBegun && <Columns state={state} />}
      {rows.length > 0 && (
        <section className={stack} aria-labelledby="rows-heading">
          <h2 id="rows-heading">
            {all} {rows.length === 1 ? "row" : "rows"}
          </h2>
          <FormMessage role="status" kind={wrong > 0 || table.tooMany ? "problem" : undefined}>
            {table.tooMany && `These are more than ${MAX_ROWS.toLocaleString("en")} rows. Import them in parts. `}
            {wrong > 0 && `${wrong} of ${all} rows have errors. Nothing is added until all rows are correct.`}
          </FormMessage>
          {hasBegun && <Report state={state} />}
          <Actions state={state} />
          <ImportRows rows={rows} outcomes={kept.outcomes} known={known} />
        </section>
      )}
    </div>
  );
}

/** Starts and continues the import, and says why it stopped. */
function Actions({ state }: { state: State }) {
  const { kept, rows, left, hasBegun, isReady, isDone, isRunning, problem, start } = state;
  const button = useRef<HTMLButtonElement>(null);
  const stopped = `It stopped after ${rows.length - left.length} of ${rows.length} rows`;
  const doubt = kept.sending === null ? "" : `, and we do not know about row ${kept.sending}`;
  return (
    <>
      <Refusal
        id="import-again"
        error={isRunning ? null : problem}
        what={`${stopped}.`}
        unknown={`${stopped}${doubt}. Continue within a day and nothing is done twice.`}
        isInDoubt={!isRunning && (kept.sending !== null || (problem !== null && !isCertain(problem)))}
        onWaited={start}
        onSignedIn={() => {
          flushSync(state.resume);
          button.current?.focus();
        }}
      />
      <div data-bottom-bar className={cx(actions, "sticky bottom-0 z-10 -mx-2 bg-page/95 px-2 py-3")}>
        {!isDone && (
          <Button ref={button} busy={isRunning || !isReady} onClick={() => isReady && void start()}>
            {isRunning ? "Working…" : hasBegun ? "Continue" : doIt(rows)}
          </Button>
        )}
        {!isRunning && (
          <Button look="quiet" onClick={state.clear}>
            {isDone ? "Import more" : "Clear"}
          </Button>
        )}
      </div>
    </>
  );
}

type State = ReturnType<typeof useImport>;

function doIt(rows: State["rows"]): string {
  const added = rows.filter(({ cells }) => cells.id === "").length;
  const changed = rows.length - added;
  if (changed === 0) return `Add ${added}`;
  return added === 0 ? `Change ${changed}` : `Add ${added} and change ${changed}`;
}

/** What rows look like: cells of a spreadsheet are pasted with tabs between them. */
const EXAMPLE = "Name\tKind\tStatus\nBella\tDog\tavailable\nMr Whiskers\tcats\tpending";

/** Where the rows come from: pasted, or a file. */
function Source({ state: { kept, setText } }: { state: State }) {
  const choose = async (file: File | undefined) => {
    if (file) setText(decodeFile(new Uint8Array(await file.arrayBuffer())));
  };
  return (
    <section className={cx(panel, stack)} aria-label="Rows to import">
      <div className="grid gap-1.5">
        <label htmlFor="import-text">Rows from a spreadsheet</label>
        <Textarea
          className="overflow-x-auto font-mono text-sm whitespace-pre"
          id="import-text"
          rows={6}
          value={kept.text}
          placeholder={EXAMPLE}
          aria-describedby="import-hint"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
        <p className="text-sm text-soft" id="import-hint">
          Copy them from your spreadsheet with their headings, in any order: name, kind, status. A row with an id
          changes that animal; an exported file has the ids. Up to {MAX_ROWS.toLocaleString("en")} rows.
        </p>
      </div>
      <div className={actions}>
        <label
          className={buttonClass(
            "quiet",
            "relative overflow-hidden has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent sm:justify-self-start",
          )}
        >
          Choose a CSV file
          <input
            type="file"
            className="absolute -inset-px cursor-pointer opacity-0"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            onChange={(event) => {
              void choose(event.target.files?.[0]);
              event.target.value = "";
            }}
          />
        </label>
        <ExportButton query="" label="Export all animals" />
      </div>
    </section>
  );
}

/** What each column holds: guessed from its heading, and correctable. */
function Columns({ state: { kept, table, setColumn } }: { state: State }) {
  return (
    <fieldset className={cx(panel, "grid gap-3 sm:grid-cols-2 lg:grid-cols-4")}>
      <legend className="sr-only">Columns</legend>
      {kept.columns.map((column, at) => {
        const name = table.headings?.[at] || `Column ${at + 1}`;
        const sample = table.lines[0]?.[at];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
          <div key={at} className="grid min-w-0 content-start gap-1">
            <label htmlFor={`column-${at}`} className="truncate">
              <bdi>{name}</bdi>
            </label>
            <Select
              id={`column-${at}`}
              value={column ?? ""}
              onChange={({ target: { value } }) => setColumn(at, FIELDS.find((field) => field === value) ?? null)}
            >
              <option value="">Leave out</option>
              {FIELDS.map((field) => (
                <option key={field} value={field}>
                  {IMPORT_FIELD_NAMES[field]}
                </option>
              ))}
            </Select>
            {sample && <p className="truncate text-sm text-soft">such as “{sample}”</p>}
          </div>
        );
      })}
    </fieldset>
  );
}

/** The progress of the import, and the outcomes of the rows. */
function Report({ state: { kept, rows, left, isRunning } }: { state: State }) {
  const count = (state: string) => Object.values(kept.outcomes).filter((outcome) => outcome.state === state).length;
  const done = rows.length - left.length;
  const parts = [
    [count("added"), "added"],
    [count("changed"), "changed"],
    [count("same"), "without a change"],
    [count("refused"), "not done"],
  ].filter(([number]) => number !== 0);
  return (
    <div className={cx(panel, "grid gap-2")}>
      <label className="font-semibold">
        {done} of {rows.length} done
        <progress className="block h-3 w-full" max={rows.length} value={done} />
      </label>
      <p role="status">{!isRunning && parts.map(([number, word]) => `${number} ${word}`).join(", ")}</p>
    </div>
  );
}
