import { useState } from "react";
import { FIELDS } from "@/lib/pets/import/table";
import { Select } from "../../ui/forms/field";
import { cx } from "../../ui/style/cx";
import { panel } from "../../ui/style/panel";
import { IMPORT_LABELS } from "./import-cell";
import type { PetImport } from "./use-import";

/** The field of each column, guessed from its heading and correctable. Closed when every column was recognised. */
export function ImportColumns({ state: { saved, table, setColumn } }: { state: PetImport }) {
  const out = saved.columns.filter((column) => column === null).length;
  const [isOpen, setOpen] = useState(table.headings === null || out > 0);
  return (
    <details className={cx(panel, "py-2!")} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
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
