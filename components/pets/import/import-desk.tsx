"use client";

import { type ChangeEvent, useState } from "react";
import { flushSync } from "react-dom";
import { decodeFile } from "@/lib/pets/import/csv";
import { MAX_ROWS } from "@/lib/pets/import/schema";
import { FIELDS, guessColumns } from "@/lib/pets/import/table";
import { usePersonId } from "../../people/signed-in";
import { Button } from "../../ui/button";
import { FormMessage, Select, Textarea } from "../../ui/field";
import { FileButton } from "../../ui/form-controls";
import { LoadingRows } from "../../ui/loading";
import { actions, panel, stack } from "../../ui/panel";
import { cx } from "../../ui/style";
import { ExportButton } from "./export";
import { ImportActions, ImportReport } from "./import-actions";
import { IMPORT_LABELS } from "./import-cell";
import { ImportRows } from "./import-rows";
import { type PetImport, useImport } from "./use-import";
import { usePreviews } from "./use-known-names";

function ImportAlike({ state: { alike, include } }: { state: PetImport }) {
  if (alike.size === 0) return null;
  const one = alike.size === 1;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-amber-back px-3 py-2 text-amber">
      <p role="status">
        {one ? "1 row is" : `${alike.size.toLocaleString("en")} rows are`} left out: you already have an animal of the
        same name and kind, or an earlier row is the same.
      </p>
      <Button
        look="quiet"
        onClick={() => {
          flushSync(() => include([...alike]));
          document.getElementById("rows-heading")?.focus();
        }}
      >
        {one ? "Add it anyway" : "Add them anyway"}
      </Button>
    </div>
  );
}

/** Guessed from its heading. Closed at first if every column was recognised. */
function ImportColumns({ state: { saved, table, setColumn } }: { state: PetImport }) {
  const out = saved.columns.filter((column) => column === null).length;
  return (
    <details className={cx(panel, "py-2!")} open={table.headings === null || guessColumns(table).includes(null)}>
      <summary className="font-semibold">
        <span>
          {saved.columns.length} {saved.columns.length === 1 ? "column" : "columns"}
          <span className="font-normal text-soft">{out === 0 ? ", all recognised" : `, ${out} left out`}</span>
        </span>
      </summary>
      <fieldset className="grid gap-x-4 gap-y-3 pt-2 pb-3 sm:grid-cols-2 lg:grid-cols-4">
        <legend className="sr-only">Columns</legend>
        {saved.columns.map((column, at) => {
          const name = table.headings?.[at] || `Column ${at + 1}`;
          const sample = table.lines[0]?.[at];
          return (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: a column has no identity except its place.
              key={at}
              className="grid min-w-0 content-start items-baseline gap-x-3 gap-y-1 max-sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
            >
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
                    {IMPORT_LABELS[field]}
                  </option>
                ))}
              </Select>
              {sample && <p className="truncate text-sm text-soft max-sm:col-span-2">such as “{sample}”</p>}
            </div>
          );
        })}
      </fieldset>
    </details>
  );
}

export function ImportDesk() {
  const state = useImport(usePersonId());
  const { rows, table, wrong, hasBegun, known } = state;
  const previews = usePreviews(rows, !hasBegun);
  // Too many to be kept are gone after a reload.
  const hasRows = rows.length > 0;
  const isWhole = !hasRows || (!hasBegun && state.saved.again === undefined);
  if (!state.isRead) return <LoadingRows />;
  return (
    <div className={stack}>
      {state.dialog}
      {!hasRows && hasBegun && <ImportReport state={state} />}
      {isWhole && <Source state={state} />}
      {hasRows && isWhole && <ImportColumns state={state} />}
      {hasRows && (
        <section className={stack} aria-labelledby="rows-heading">
          <h2 id="rows-heading" tabIndex={-1}>
            {rows.length.toLocaleString("en")} {rows.length === 1 ? "row" : "rows"}
          </h2>
          <FormMessage role="status" kind={wrong.length > 0 || table.hasTooMany ? "problem" : undefined}>
            {table.hasTooMany && `These are more than ${MAX_ROWS.toLocaleString("en")} rows. Import them in parts. `}
            {wrong.length > 0 && wrongWords(wrong.length)}
          </FormMessage>
          <ImportAlike state={state} />
          {known.note && !hasBegun && <p className="text-sm text-soft">{known.note}</p>}
          {hasBegun && <ImportReport state={state} />}
          <ImportActions state={state} previews={previews} />
          <ImportRows state={state} previews={previews} />
        </section>
      )}
    </div>
  );
}

/** Cells of a spreadsheet are pasted with tabs between them. */
const EXAMPLE = [
  ["Name", "Kind", "Status", "Sex", "Age", "Size", "Story"],
  ["Bella", "Dog", "Available", "Female", "3 years", "Large", "Bella loves long walks …"],
  ["Mr Whiskers", "Cat", "Pending", "Male", "8 months", "", "A calm gentleman …"],
]
  .map((cells) => cells.join("\t"))
  .join("\n");

/** Once rows are read, the text is folded, so that they are in view. It stays open while somebody types. */
function Source({ state: { text, rows, setText } }: { state: PetImport }) {
  const [isTyping, setTyping] = useState(false);
  const hasRows = rows.length > 0;
  const isFolded = hasRows && !isTyping;
  const read = (next: string) => {
    flushSync(() => {
      setTyping(false);
      setText(next);
    });
    document.getElementById("rows-heading")?.focus();
  };
  const change = ({ target: { value }, nativeEvent }: ChangeEvent<HTMLTextAreaElement>) => {
    if (text.trim() === "" && isPasted(nativeEvent)) return read(value);
    setTyping(true);
    setText(value);
  };
  const choose = async (file: File | undefined) => {
    if (file) read(decodeFile(new Uint8Array(await file.arrayBuffer())));
  };
  return (
    <section className={isFolded ? undefined : cx(panel, stack)} aria-label="Rows to import">
      {!isFolded && <RowsBox text={text} onChange={change} />}
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

const isPasted = (event: Event) =>
  event instanceof InputEvent && ["insertFromPaste", "insertFromDrop"].includes(event.inputType);

type BoxProps = { text: string; onChange(event: ChangeEvent<HTMLTextAreaElement>): void };

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

function wrongWords(count: number): string {
  if (count === 1) return "1 row has an error. Correct it here, or it is left out.";
  return `${count.toLocaleString("en")} rows have errors. Correct them here, or they are left out.`;
}
