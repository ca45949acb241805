import { type ReactNode, useState } from "react";
import { whyRefused } from "@/lib/pets/import/client";
import { additionOf, petsAlike } from "@/lib/pets/import/known-names";
import { isSameAsNow, type RowPreview } from "@/lib/pets/import/preview";
import type { ImportRow } from "@/lib/pets/import/read-rows";
import { type ImportField, PROFILE_FIELDS } from "@/lib/pets/import/table";
import { Button } from "../../ui/button";
import { FieldError } from "../../ui/field";
import { Link } from "../../ui/link";
import { cx } from "../../ui/style";
import { SameAnimals } from "../edit/pet-controls";
import { IMPORT_LABELS, ImportCell } from "./import-cell";
import type { PetImport } from "./use-import";
import type { KnownNames, Previews } from "./use-known-names";

/** Rows shown at first, and added at a time. */
const PAGE = 50;

type State = PetImport;
type Props = { state: State; previews: Previews };

/** Those of the profile share a column. */
const COLUMNS = ["name", "kind", "status", "id"] as const satisfies readonly ImportField[];

/** A table on a wide screen, cards on others. Rows that need a decision come first. */
export function ImportRows({ state, previews }: Props) {
  const [shown, setShown] = useState(PAGE);
  const { rows } = state;
  const { open = [], others = [] } = Object.groupBy(rows, (row) => (needsDecision(row, state) ? "open" : "others"));
  const listed = [...open, ...others];
  const isUsed = (field: ImportField) => rows.some(({ cells }) => cells[field] !== "");
  const columns = COLUMNS.filter((field) => field !== "id" || isUsed("id"));
  const details = PROFILE_FIELDS.filter(isUsed);
  return (
    <>
      <table className="block w-full lg:table lg:table-fixed lg:border-separate lg:border-spacing-0 lg:rounded-card lg:border lg:border-line lg:overflow-hidden lg:bg-panel lg:shadow-card">
        <thead className="max-lg:sr-only">
          <tr className="text-start text-sm text-soft">
            <Head className="w-16 text-end">Row</Head>
            {columns.map((field) => (
              <Head key={field} className={details.length > 0 ? NARROW[field] : WIDTHS[field]}>
                {IMPORT_LABELS[field]}
              </Head>
            ))}
            {details.length > 0 && <Head>Details</Head>}
            <Head className="w-64">Result</Head>
          </tr>
        </thead>
        <tbody className="grid grid-cols-[minmax(0,1fr)] gap-2.5 lg:table-row-group">
          {listed.slice(0, shown).map((row) => (
            <Row
              key={row.line}
              state={state}
              row={row}
              columns={columns}
              details={details}
              preview={previews.get(row.line)}
            />
          ))}
        </tbody>
      </table>
      {listed.length > shown && (
        <Button look="quiet" className="justify-self-start" onClick={() => setShown(shown + PAGE)}>
          Show {Math.min(PAGE, listed.length - shown)} more of {listed.length} rows
        </Button>
      )}
    </>
  );
}

function Head({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <th scope="col" className={cx("px-3 py-2 text-start font-semibold", className)}>
      {children}
    </th>
  );
}

const WIDTHS: Readonly<Partial<Record<ImportField, string>>> = { kind: "w-[28%]", status: "w-[20%]", id: "w-24" };
const NARROW: Readonly<Partial<Record<ImportField, string>>> = { kind: "w-[20%]", status: "w-[18%]", id: "w-20" };

/** Stays true while the row is being corrected. */
function needsDecision(row: ImportRow, { saved: { edits }, isRefused }: State): boolean {
  return row.wanted === null || edits.cells[row.line] !== undefined || isRefused(row);
}

type RowProps = {
  state: State;
  row: ImportRow;
  columns: readonly ImportField[];
  details: readonly ImportField[];
  /** Undefined until it is known. */
  preview: RowPreview | undefined;
};

const cell = "block lg:table-cell lg:border-t lg:border-line lg:px-3 lg:py-2 lg:align-middle";
/** On a card, the name is the heading, beside the number of the row. */
const NAME_ON_CARD = "max-lg:min-w-0 max-lg:flex-[1_1_70%] max-lg:font-semibold";
const wrongCell = "lg:shadow-[inset_3px_0_0_var(--color-danger)]";

function Row({ state, row, columns, details, preview }: RowProps) {
  const { line, cells, errors, wanted } = row;
  const outcome = state.outcomes.get(line);
  const isOut = state.leftOut.has(line);
  const isNew = wanted?.id === null && !state.hasBegun;
  const used = details.filter((field) => cells[field] !== "" || errors[field]);
  return (
    <tr
      className={cx(
        "flex flex-wrap items-baseline gap-x-4 gap-y-1 rounded-card border bg-panel px-4 py-3 lg:table-row lg:rounded-none lg:border-0 lg:p-0",
        wanted === null && !isOut ? "border-danger" : "border-line",
        isOut && !(state.hasBegun && wanted === null) && "bg-page text-soft",
      )}
    >
      <th
        scope="row"
        className={cx(cell, "order-1 text-start text-sm font-normal text-soft tabular-nums max-lg:ms-auto lg:text-end")}
      >
        <span className="lg:hidden">Row </span>
        {line}
      </th>
      {columns.map((field) => (
        <td
          key={field}
          className={cx(
            cell,
            field === "name" ? NAME_ON_CARD : cx("order-2", errors[field] && "basis-full"),
            errors[field] && wrongCell,
          )}
        >
          <ImportCell state={state} row={row} field={field} preview={preview} />
          {field === "name" && isNew && <SameNamesOfRow row={row} pets={state.known.pets} />}
        </td>
      ))}
      {details.length > 0 && (
        <td
          className={cx(
            cell,
            "order-2 max-lg:flex max-lg:min-w-0 max-lg:flex-wrap max-lg:gap-x-4 max-lg:gap-y-1 max-lg:empty:hidden lg:text-sm",
            used.some((field) => errors[field]) && wrongCell,
          )}
        >
          {used.map((field) => (
            <ImportCell key={field} state={state} row={row} field={field} preview={preview} isNamed />
          ))}
        </td>
      )}
      <td className={cx(cell, "order-3 basis-full text-sm")}>
        <div className="flex flex-wrap items-center gap-x-3 justify-between lg:flex-nowrap">
          <div className="min-w-0">
            <Result
              row={row}
              outcome={outcome}
              isOut={isOut}
              isUndone={state.saved.undo?.isUndone === true}
              preview={preview}
            />
          </div>
          <Choice state={state} row={row} isOut={isOut} />
        </div>
      </td>
    </tr>
  );
}

function SameNamesOfRow({ row, pets }: { row: ImportRow; pets: KnownNames["pets"] }) {
  const added = additionOf(row);
  const same = added ? petsAlike(added, pets) : [];
  if (same.length === 0) return null;
  return (
    <p className="text-sm text-amber">
      Same animal? <SameAnimals pets={same} />
    </p>
  );
}

/** Until something was sent. */
function Choice({ state, row: { line }, isOut }: Pick<RowProps, "state" | "row"> & { isOut: boolean }) {
  const why = state.saved.again?.[line];
  if (state.hasBegun) return null;
  return (
    <>
      {why && <p className="min-w-0 text-amber">Before: {why}</p>}
      <Button
        look="quiet"
        className="shrink-0 px-3! whitespace-nowrap"
        aria-label={`${isOut ? "Include" : "Leave out"} row ${line}`}
        onClick={() => (isOut ? state.include([line]) : state.leaveOut(line))}
      >
        {isOut ? "Include" : "Leave out"}
      </Button>
    </>
  );
}

type ResultProps = Pick<RowProps, "row" | "preview"> & {
  outcome: ReturnType<State["outcomes"]["get"]>;
  isOut: boolean;
  isUndone: boolean;
};

function Result({ row, outcome, isOut, isUndone, preview }: ResultProps) {
  if (isOut) return <span className="text-soft">Left out</span>;
  if (!outcome) {
    if (row.wanted === null) return <span className="text-danger">Correct it first</span>;
    if (preview === null) return <span className="text-amber">No animal has this id</span>;
    if (isSameAsNow(preview)) return <span className="text-soft">Same</span>;
    return <span className="text-soft">{row.wanted.id === null ? "Will be added" : "Will change"}</span>;
  }
  if (outcome.outcome === "refused") return <FieldError>{`Not done: ${whyRefused(outcome.code)}`}</FieldError>;
  if (outcome.outcome === "same") return <span className="text-soft">No change needed</span>;
  if (isUndone) return <span className="text-soft">Undone</span>;
  if (outcome.outcome === "changed") return <span className="font-semibold text-green">Changed</span>;
  return (
    <Link
      className="font-semibold text-green underline underline-offset-2"
      href={`/staff/animals?edit=${outcome.petId}`}
    >
      Added
    </Link>
  );
}
