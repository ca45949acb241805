import { useState } from "react";
import { foldName } from "@/lib/pets/edit/same-names";
import { FIELDS, type ImportField, type ImportRow } from "@/lib/pets/import/rows";
import type { Outcome, Outcomes } from "@/lib/pets/import/run";
import type { Pet } from "@/lib/pets/schema";
import { Button } from "../../ui/button";
import { cx } from "../../ui/cx";
import { FieldError } from "../../ui/field";
import { Link } from "../../ui/link";
import { SameAnimals } from "../edit/same-names";

/** How many rows are shown before one asks for more. */
const PAGE = 50;

export const IMPORT_FIELD_NAMES: Readonly<Record<ImportField, string>> = {
  name: "Name",
  kind: "Kind",
  status: "Status",
  id: "Id",
};

type Props = { rows: readonly ImportRow[]; outcomes: Outcomes; known: ReadonlyMap<string, readonly Pet[]> };

/** The rows with each error at its cell, and their outcomes: a table on a wide screen, cards on a phone. */
export function ImportRows({ rows, outcomes, known }: Props) {
  const [shown, setShown] = useState(PAGE);
  // What needs a decision comes first.
  const sorted = rows.toSorted((one, other) => rank(one, outcomes) - rank(other, outcomes) || one.line - other.line);
  const fields = FIELDS.filter((field) => field !== "id" || rows.some(({ cells }) => cells.id !== ""));
  return (
    <>
      <table className="block w-full md:table md:table-fixed md:border-separate md:border-spacing-0 md:rounded-card md:border md:border-line md:overflow-hidden md:bg-panel md:shadow-card">
        <thead className="max-md:sr-only">
          <tr className="text-start text-sm text-soft">
            <th scope="col" className="w-16 px-3 py-2 text-end font-semibold">
              Row
            </th>
            {fields.map((field) => (
              <th key={field} scope="col" className={cx("px-3 py-2 text-start font-semibold", WIDTHS[field])}>
                {IMPORT_FIELD_NAMES[field]}
              </th>
            ))}
            <th scope="col" className="w-36 px-3 py-2 text-start font-semibold">
              Result
            </th>
          </tr>
        </thead>
        <tbody className="grid grid-cols-[minmax(0,1fr)] gap-2.5 md:table-row-group">
          {sorted.slice(0, shown).map((row) => (
            <Row key={row.line} row={row} fields={fields} outcome={outcomes[row.line]} known={known} />
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <Button look="quiet" className="justify-self-start" onClick={() => setShown(shown + PAGE)}>
          Show {Math.min(PAGE, rows.length - shown)} more of {rows.length} rows
        </Button>
      )}
    </>
  );
}

const WIDTHS: Readonly<Record<ImportField, string>> = { name: "", kind: "w-60", status: "w-52", id: "w-28" };

function rank({ wanted, line }: ImportRow, outcomes: Outcomes): number {
  return wanted === null || outcomes[line]?.state === "refused" ? 0 : 1;
}

type RowProps = {
  row: ImportRow;
  fields: readonly ImportField[];
  outcome: Outcome | undefined;
  known: ReadonlyMap<string, readonly Pet[]>;
};

function Row({ row, fields, outcome, known }: RowProps) {
  const { line, cells, errors, wanted } = row;
  const same = wanted?.id === null && outcome === undefined ? known.get(foldName(cells.name)) : undefined;
  const cell = "block md:table-cell md:border-t md:border-line md:px-3 md:py-2 md:align-top";
  return (
    <tr
      className={cx(
        "grid grid-cols-[minmax(0,1fr)] gap-1 rounded-card border bg-panel p-3 md:table-row md:rounded-none md:border-0 md:p-0",
        wanted === null ? "border-danger" : "border-line",
      )}
    >
      <th scope="row" className={cx(cell, "text-start text-sm font-normal text-soft tabular-nums md:text-end")}>
        <span className="md:hidden">Row </span>
        {line}
      </th>
      {fields.map((field) => (
        <td key={field} className={cx(cell, errors[field] && "md:shadow-[inset_3px_0_0_var(--color-danger)]")}>
          <div className="flex min-w-0 items-baseline gap-1.5">
            <span className="text-sm text-soft md:hidden">{IMPORT_FIELD_NAMES[field]}: </span>
            <bdi title={cells[field]} className="min-w-0 truncate">
              {cells[field] || <span className="text-soft">{field === "status" && !cells.id ? "Available" : "–"}</span>}
            </bdi>
          </div>
          <FieldError>{errors[field]}</FieldError>
          {field === "name" && same && (
            <p className="text-sm text-amber">
              Same animal? <SameAnimals pets={same} />
            </p>
          )}
        </td>
      ))}
      <td className={cx(cell, "text-sm")}>
        <Result row={row} outcome={outcome} />
      </td>
    </tr>
  );
}

function Result({ row, outcome }: { row: ImportRow; outcome: Outcome | undefined }) {
  if (!outcome) {
    if (row.wanted === null) return <span className="text-danger">Correct it first</span>;
    return <span className="text-soft">{row.wanted.id === null ? "Will be added" : "Will change"}</span>;
  }
  if (outcome.state === "refused") return <FieldError>{`Not done: ${outcome.why}`}</FieldError>;
  if (outcome.state === "same") return <span className="text-soft">Was so already</span>;
  if (outcome.state === "changed") return <span className="font-semibold text-green">Changed</span>;
  return (
    <Link className="font-semibold text-green underline underline-offset-2" href={`/animals/${outcome.id}`}>
      Added
    </Link>
  );
}
