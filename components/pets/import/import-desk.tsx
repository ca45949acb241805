"use client";

import { type ChangeEvent, useState } from "react";
import { flushSync } from "react-dom";
import { decodeFile } from "@/lib/pets/import/csv";
import type { ImportRow } from "@/lib/pets/import/read-rows";
import { MAX_ROWS } from "@/lib/pets/import/table";
import { usePersonId } from "../../people/signed-in";
import { Button } from "../../ui/buttons/button";
import { FileButton } from "../../ui/buttons/file-button";
import { FormMessage, Textarea } from "../../ui/forms/field";
import { cx } from "../../ui/style/cx";
import { actions, panel, stack } from "../../ui/style/panel";
import { BulkReport } from "../bulk/bulk-report";
import { ExportButton } from "./export-button";
import { ImportActions, ImportReport, MissingRows, PastImport } from "./import-actions";
import { ImportAlike, useLeaveOutAlike } from "./import-alike";
import { ImportColumns } from "./import-columns";
import { ImportRows } from "./import-rows";
import { usePreviews } from "./use-current-pets";
import { type PetImport, useImport } from "./use-import";
import { useKnownNames } from "./use-known-names";

/** No rows, for example while a past import is not shown. */
const NONE: readonly ImportRow[] = [];

/** Adds and changes many animals at once, from pasted rows or a CSV file. */
export function ImportDesk() {
  const state = useImport(usePersonId());
  const { saved, table, wrong, hasBegun, isPast } = state;
  const rows = isPast ? NONE : state.rows;
  const isWhole = isPast || state.isTextMissing || (!hasBegun && saved.again === undefined);
  const known = useKnownNames(hasBegun ? NONE : rows, saved.edits.leftOut);
  useLeaveOutAlike(state, known.pets);
  const previews = usePreviews(rows, { id: saved.id, isOpen: !hasBegun });
  const all = rows.length.toLocaleString("en");
  return (
    <div className={stack}>
      <BulkReport bulk={state.undoing} />
      {isPast && <PastImport state={state} />}
      {state.isTextMissing && <MissingRows state={state} />}
      {isWhole && <Source state={state} />}
      {rows.length > 0 && isWhole && <ImportColumns key={saved.id} state={state} />}
      {rows.length > 0 && (
        <section className={stack} aria-labelledby="rows-heading">
          <h2 id="rows-heading" tabIndex={-1}>
            {all} {rows.length === 1 ? "row" : "rows"}
          </h2>
          <FormMessage role="status" kind={wrong.length > 0 || table.hasTooMany ? "problem" : undefined}>
            {table.hasTooMany && `These are more than ${MAX_ROWS.toLocaleString("en")} rows. Import them in parts. `}
            {wrong.length > 0 && wrongWords(wrong.length, state.included.length - wrong.length, rows.length)}
          </FormMessage>
          <FormMessage role="status">
            {state.isTextAtRisk && "These rows are too many to be kept when the page is closed. Keep it open."}
          </FormMessage>
          <ImportAlike state={state} />
          {known.note && !hasBegun && <p className="text-sm text-soft">{known.note}</p>}
          {hasBegun && <ImportReport state={state} />}
          <ImportActions state={state} previews={previews} />
          <ImportRows state={state} known={known} previews={previews} />
        </section>
      )}
    </div>
  );
}

type State = PetImport;

/** Example rows. Cells of a spreadsheet are pasted with tabs between them. */
const EXAMPLE = [
  ["Name", "Kind", "Status", "Sex", "Age", "Size", "Story"],
  ["Bella", "Dog", "Available", "Female", "3 years", "Large", "Bella loves long walks …"],
  ["Mr Whiskers", "Cat", "Pending", "Male", "8 months", "", "A calm gentleman …"],
]
  .map((cells) => cells.join("\t"))
  .join("\n");

/**
 * The source of the rows: pasted text, or a file. Once rows are read, the text is folded, so that they are in view. It
 * stays open while somebody types.
 */
function Source({ state: { text, rows, isPast, setText } }: { state: State }) {
  const [isTyping, setTyping] = useState(false);
  const hasRows = rows.length > 0 && !isPast;
  const isFolded = hasRows && !isTyping;
  const read = (next: string) => {
    flushSync(() => {
      setTyping(false);
      setText(next);
    });
    document.getElementById("rows-heading")?.focus();
  };
  const change = ({ target: { value }, nativeEvent }: ChangeEvent<HTMLTextAreaElement>) => {
    if ((isPast || text.trim() === "") && isPasted(nativeEvent)) return read(value);
    setTyping(true);
    setText(value);
  };
  const choose = async (file: File | undefined) => {
    if (file) read(decodeFile(new Uint8Array(await file.arrayBuffer())));
  };
  return (
    <section className={isFolded ? undefined : cx(panel, stack)} aria-label="Rows to import">
      {!isFolded && <RowsBox text={isPast ? "" : text} onChange={change} />}
      <div className={actions}>
        {hasRows && (
          <Button
            look="quiet"
            aria-expanded={isTyping}
            onClick={() => {
              flushSync(() => setTyping(!isTyping));
              document.getElementById(isTyping ? "rows-heading" : "import-text")?.focus();
            }}
          >
            {isTyping ? "Hide the text" : "Change the text"}
          </Button>
        )}
        {!isFolded && (
          <FileButton
            label="Choose a CSV file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            onChoose={([file]) => void choose(file)}
          />
        )}
        {!hasRows && <ExportButton />}
      </div>
    </section>
  );
}

/** Whether a text was pasted or dropped rather than typed. */
const isPasted = (event: Event) =>
  event instanceof InputEvent && ["insertFromPaste", "insertFromDrop"].includes(event.inputType);

type BoxProps = { text: string; onChange(event: ChangeEvent<HTMLTextAreaElement>): void };

/** The field for the rows. */
function RowsBox({ text, onChange }: BoxProps) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor="import-text">Rows from a spreadsheet</label>
      <Textarea
        className="overflow-x-auto font-mono text-sm whitespace-pre [tab-size:13]"
        id="import-text"
        rows={6}
        value={text}
        placeholder={EXAMPLE}
        aria-describedby="import-hint"
        spellCheck={false}
        onChange={onChange}
      />
      <p className="text-sm text-soft" id="import-hint">
        Copy them from your spreadsheet with their headings, in any order. Only name and kind are needed; status, breed,
        sex, born or age, size, good with children, dogs and cats, and story may follow. A row with an id changes that
        animal; an exported file has the ids. Up to {MAX_ROWS.toLocaleString("en")} rows.
      </p>
    </div>
  );
}

/** Says how many rows are ready and how many have errors, and what to do. */
function wrongWords(wrong: number, ready: number, all: number): string {
  const [these, total] = [wrong, all].map((count) => count.toLocaleString("en"));
  const rest = wrong === 1 ? "comes first: correct it here, or it is" : "come first: correct them here, or they are";
  const errors = wrong === 1 ? "1 has an error" : `${these} have errors`;
  if (ready === 0)
    return `${wrong === 1 ? "This row has an error: correct it" : "All rows have errors: correct them"} here.`;
  return `${ready.toLocaleString("en")} of ${total} rows ${ready === 1 ? "is" : "are"} ready. ${errors} and ${rest} left out.`;
}
