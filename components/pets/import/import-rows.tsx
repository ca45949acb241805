import { useState } from "react";
import { CATEGORIES } from "@/lib/pets/categories";
import { foldName } from "@/lib/pets/edit/same-names";
import type { ImportOutcome } from "@/lib/pets/import/outcome";
import { FIELDS, type ImportField, type ImportRow } from "@/lib/pets/import/rows";
import type { Pet } from "@/lib/pets/schema";
import { PET_STATUSES, STATUS_LABELS } from "@/lib/pets/status";
import { Button } from "../../ui/button";
import { cx } from "../../ui/cx";
import { FieldError, Input, Select } from "../../ui/field";
import { Link } from "../../ui/link";
import { SameAnimals } from "../edit/same-names";
import type { useImport } from "./use-import";

/** How many rows are shown at first, and added at a time. */
const PAGE = 50;

/** The labels of a row's fields. */
export const IMPORT_LABELS: Readonly<Record<ImportField, string>> = {
  name: "Name",
  kind: "Kind",
  status: "Status",
  id: "Id",
};

type State = ReturnType<typeof useImport>;
type Props = { state: State; known: ReadonlyMap<string, readonly Pet[]> };

/** The rows, with each error at its cell, and their outcomes: a table on a wide screen, cards on a phone. */
export function ImportRows({ state, known }: Props) {
  const [shown, setShown] = useState(PAGE);
  const { rows } = state;
  // Rows that need a decision come first, and stay there while they are corrected.
  const sorted = rows.toSorted((one, other) => rank(one, state) - rank(other, state) || one.line - other.line);
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
                {IMPORT_LABELS[field]}
              </th>
            ))}
            <th scope="col" className="w-36 px-3 py-2 text-start font-semibold">
              Result
            </th>
          </tr>
        </thead>
        <tbody className="grid grid-cols-[minmax(0,1fr)] gap-2.5 md:table-row-group">
          {sorted.slice(0, shown).map((row) => (
            <Row key={row.line} state={state} row={row} fields={fields} known={known} />
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

const WIDTHS: Readonly<Record<ImportField, string>> = { name: "", kind: "w-[28%]", status: "w-[20%]", id: "w-24" };

function rank({ wanted, line }: ImportRow, { kept: { outcomes, edits } }: State): number {
  return wanted === null || edits.cells[line] || outcomes[line]?.state === "refused" ? 0 : 1;
}

type RowProps = {
  state: State;
  row: ImportRow;
  fields: readonly ImportField[];
  known: ReadonlyMap<string, readonly Pet[]>;
};

function Row({ state, row, fields, known }: RowProps) {
  const { line, cells, errors, wanted } = row;
  const { outcomes, edits } = state.kept;
  const outcome = outcomes[line];
  const isOut = edits.leftOut.includes(line);
  const why = state.kept.again?.[line];
  const isCorrected = (field: ImportField) =>
    !state.hasBegun &&
    !isOut &&
    (Boolean(why) || errors[field] !== undefined || edits.cells[line]?.[field] !== undefined);
  const same = wanted?.id === null && outcome === undefined ? known.get(foldName(cells.name)) : undefined;
  const cell = "block md:table-cell md:border-t md:border-line md:px-3 md:py-2 md:align-top";
  return (
    <tr
      className={cx(
        "grid grid-cols-[minmax(0,1fr)] gap-1 rounded-card border bg-panel p-3 md:table-row md:rounded-none md:border-0 md:p-0",
        wanted === null && !isOut ? "border-danger" : "border-line",
        isOut && !(state.hasBegun && wanted === null) && "opacity-60",
      )}
    >
      <th scope="row" className={cx(cell, "text-start text-sm font-normal text-soft tabular-nums md:text-end")}>
        <span className="md:hidden">Row </span>
        {line}
      </th>
      {fields.map((field) => (
        <td key={field} className={cx(cell, errors[field] && "md:shadow-[inset_3px_0_0_var(--color-danger)]")}>
          <div className="flex min-w-0 items-baseline gap-1.5">
            <span className="text-sm text-soft md:hidden">{IMPORT_LABELS[field]}: </span>
            {isCorrected(field) ? (
              <Correction row={row} field={field} onChange={(text) => state.setCell(line, field, text)} />
            ) : (
              <bdi title={cells[field]} className="min-w-0 truncate">
                {cells[field] || (
                  <span className="text-soft">{field === "status" && !cells.id ? "Available" : "–"}</span>
                )}
              </bdi>
            )}
          </div>
          {(!isOut || state.hasBegun) && <FieldError>{errors[field]}</FieldError>}
          {field === "name" && same && (
            <p className="text-sm text-amber">
              Same animal? <SameAnimals pets={same} />
            </p>
          )}
        </td>
      ))}
      <td className={cx(cell, "text-sm")}>
        <Result row={row} outcome={outcome} isOut={isOut} />
        {why && !outcome && <p className="text-amber">Before: {why}</p>}
        {!state.hasBegun && (
          <Button
            look="quiet"
            className="px-3! max-md:ms-3 md:mt-1"
            aria-label={isOut ? `Take in row ${line}` : `Leave out row ${line}`}
            onClick={() => state.leaveOut(line, !isOut)}
          >
            {isOut ? "Take in" : "Leave out"}
          </Button>
        )}
      </td>
    </tr>
  );
}

type CorrectionProps = { row: ImportRow; field: ImportField; onChange(text: string): void };

/** A cell that can be corrected in place. */
function Correction({ row: { line, cells, errors }, field, onChange }: CorrectionProps) {
  const label = `${IMPORT_LABELS[field]} of row ${line}`;
  const [text, setText] = useState(cells[field]);
  const change = (next: string) => {
    setText(next);
    onChange(next);
  };
  const invalid = errors[field] ? true : undefined;
  if (field === "name" || field === "id") {
    return (
      <Input
        aria-label={label}
        aria-invalid={invalid}
        value={text}
        dir="auto"
        autoComplete="off"
        onChange={(event) => change(event.target.value)}
      />
    );
  }
  const choices = CHOICES[field];
  return (
    <Select
      aria-label={label}
      aria-invalid={invalid}
      className="min-w-0"
      value={choices.includes(text) ? text : ""}
      onChange={(event) => change(event.target.value)}
    >
      <option value="" disabled>
        {text === "" ? "Choose" : `“${text}”: choose`}
      </option>
      {choices.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </Select>
  );
}

const CHOICES: Readonly<Record<"kind" | "status", readonly string[]>> = {
  kind: CATEGORIES.map(({ name }) => name),
  status: PET_STATUSES.map((status) => STATUS_LABELS[status]),
};

function Result({ row, outcome, isOut }: { row: ImportRow; outcome: ImportOutcome | undefined; isOut: boolean }) {
  if (isOut) return <span className="text-soft">Left out</span>;
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
