"use client";

import { decodeFile } from "@/lib/pets/import/csv";
import { FIELDS, MAX_ROWS } from "@/lib/pets/import/rows";
import { usePersonId } from "../../people/signed-in";
import { cx } from "../../ui/cx";
import { FormMessage, Select, Textarea } from "../../ui/field";
import { FileButton } from "../../ui/file-button";
import { actions, panel, stack } from "../../ui/panel";
import { ExportButton } from "./export-button";
import { ImportActions, ImportReport } from "./import-actions";
import { IMPORT_LABELS, ImportRows } from "./import-rows";
import { useImport } from "./use-import";
import { useKnownNames } from "./use-known-names";

/** Adds and changes many animals at once, from pasted rows or a CSV file. */
export function ImportDesk() {
  const state = useImport(usePersonId());
  const { kept, table, rows, wrong, hasBegun } = state;
  const isWhole = !hasBegun && kept.again === undefined;
  const known = useKnownNames(rows);
  const all = rows.length.toLocaleString("en");
  return (
    <div className={stack}>
      {isWhole && <Source state={state} />}
      {rows.length > 0 && isWhole && <Columns state={state} />}
      {rows.length > 0 && (
        <section className={stack} aria-labelledby="rows-heading">
          <h2 id="rows-heading" tabIndex={-1}>
            {all} {rows.length === 1 ? "row" : "rows"}
          </h2>
          <FormMessage role="status" kind={wrong.length > 0 || table.hasTooMany ? "problem" : undefined}>
            {table.hasTooMany && `These are more than ${MAX_ROWS.toLocaleString("en")} rows. Import them in parts. `}
            {wrong.length > 0 && `${wrong.length} of ${all} rows have errors. Correct them here, or leave them out.`}
          </FormMessage>
          {hasBegun && <ImportReport state={state} />}
          <ImportActions state={state} />
          <ImportRows state={state} known={known} />
        </section>
      )}
    </div>
  );
}

type State = ReturnType<typeof useImport>;

/** Example rows. Cells of a spreadsheet are pasted with tabs between them. */
const EXAMPLE = "Name\tKind\tStatus\nBella\tDog\tavailable\nMr Whiskers\tcats\tpending";

/** The source of the rows: pasted text, or a file. */
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
        <FileButton
          label="Choose a CSV file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          onChoose={([file]) => void choose(file)}
        />
        <ExportButton query="" label="Export all animals" />
      </div>
    </section>
  );
}

/** The field of each column, guessed from its heading and correctable. */
function Columns({ state: { kept, table, setColumn } }: { state: State }) {
  return (
    <fieldset className={cx(panel, "grid gap-3 sm:grid-cols-2 lg:grid-cols-4")}>
      <legend className="sr-only">Columns</legend>
      {kept.columns.map((column, at) => {
        const name = table.headings?.[at] || `Column ${at + 1}`;
        const sample = table.lines[0]?.[at];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column has no identity except its place.
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
                  {IMPORT_LABELS[field]}
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
