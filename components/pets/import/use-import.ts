import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import * as z from "zod/mini";
import { randomId } from "@/lib/http/client";
import { ApiError, isCertain } from "@/lib/http/errors";
import type { BulkJob } from "@/lib/pets/desk/bulk";
import { type ImportOutcome, ImportOutcomes } from "@/lib/pets/import/outcome";
import {
  type Column,
  FIELDS,
  guessColumns,
  type ImportField,
  type ImportRow,
  type RowEdits,
  readRows,
  readTable,
} from "@/lib/pets/import/rows";
import { runImport } from "@/lib/pets/import/run";
import { afterUndo, undoJob } from "@/lib/pets/import/undo";
import { petKeys } from "@/lib/pets/queries";
import { refetch } from "@/lib/refetch";
import { useTabState } from "../../ui/use-tab-state";
import { useBulk } from "../use-bulk";

/** The pasted text, its columns and the outcomes of its rows. After a reload, the import continues where it stopped. */
const Kept = z.object({
  id: z.string(),
  text: z.string(),
  columns: z.array(z.nullable(z.enum(FIELDS))),
  outcomes: ImportOutcomes,
  /** The line that was sent and has no answer yet. */
  sending: z.nullable(z.int()),
  /** The corrections of the rows, and the rows that are left out. */
  edits: z.object({
    cells: z.record(z.string(), z.partialRecord(z.enum(FIELDS), z.string())),
    leftOut: z.array(z.int()),
  }),
  /**
   * When rows of an earlier import are being corrected: why each was refused, by line. Otherwise all rows are imported.
   */
  again: z.optional(z.record(z.string(), z.string())),
});
type Kept = z.infer<typeof Kept>;
const EMPTY: Kept = { id: "", text: "", columns: [], outcomes: {}, sending: null, edits: { cells: {}, leftOut: [] } };

type Keep = (next: Kept | ((now: Kept) => Kept)) => void;

/** The state of an import: the pasted rows, their errors, and the functions that run it. */
export function useImport(person: string) {
  const [kept, keep] = useTabState(`pets.import.${person}`, EMPTY, Kept);
  const found = useRows(kept);
  const { table, taken, left, wrong, notDone } = found;
  const hasBegun = Object.keys(kept.outcomes).length > 0 || kept.sending !== null;
  const run = useRun(kept, keep, left);
  const showUndone = useCallback(
    (job: BulkJob) => keep((now) => ({ ...now, outcomes: afterUndo(now.outcomes, job) })),
    [keep],
  );
  const undoing = useBulk({ name: `pets.import-undo.${person}`, onSaved: showUndone });
  const isDone = hasBegun && left.length === 0;
  // Whether the rows are from this visit of the page, or were opened in it.
  const [isOpen, setOpen] = useState(false);

  const setText = (text: string) => {
    run.resume();
    setOpen(true);
    keep({ ...EMPTY, id: randomId(), text, columns: guessColumns(readTable(text)) });
  };
  const setColumn = (at: number, column: Column) =>
    keep((now) => ({ ...now, columns: withColumn(now.columns, at, column) }));
  const edit = (next: (now: RowEdits) => RowEdits) => keep((now) => ({ ...now, edits: next(now.edits) }));
  return {
    kept,
    ...found,
    hasBegun,
    setText,
    setColumn,
    /** Corrects a cell of these rows. */
    setCells: (changed: readonly ImportRow[], field: ImportField, text: string) =>
      edit((now) => {
        const cells = changed.map(({ line }) => [line, { ...now.cells[line], [field]: text }] as const);
        return { ...now, cells: { ...now.cells, ...Object.fromEntries(cells) } };
      }),
    leaveOut: (line: number, isOut: boolean) =>
      edit((now) => ({ ...now, leftOut: withLine(now.leftOut, line, isOut) })),
    isReady: taken.length > wrong.length && !table.hasTooMany,
    isDone,
    /** Whether the import ended before this visit. Rows that were not done are shown, because they can be corrected. */
    isPast: isDone && notDone.length === 0 && !isOpen,
    /** Shows the rows of a past import. */
    open: () => setOpen(true),
    ...run,
    /** Imports the valid rows. Those with errors are left out. */
    start: () => {
      const lines = wrong.map(({ line }) => line);
      setOpen(true);
      if (lines.length > 0) edit((now) => ({ ...now, leftOut: [...now.leftOut, ...lines] }));
      return run.start();
    },
    /** The undoing of the import, and how many animals it removes. */
    undoing,
    added: undoJob(found.rows, kept.outcomes).rows.length,
    undo: () => {
      setOpen(true);
      undoing.start(undoJob(found.rows, kept.outcomes), true);
    },
    /** Starts again with the rows that were not imported. They are sent as a new import. */
    correct: () => keep((now) => onlyThese(now, notDone)),
    clear: () => {
      run.resume();
      keep(EMPTY);
    },
  };
}

/** Returns the columns after one has changed. A field can be in only one column. */
const withColumn = (columns: readonly Column[], at: number, column: Column) =>
  columns.map((other, index) => (index === at ? column : other === column ? null : other));

/** Returns the lines that are left out after one was left out or taken in. */
const withLine = (lines: readonly number[], line: number, isOut: boolean) =>
  isOut ? [...lines, line] : lines.filter((other) => other !== line);

/** Returns a new import of only these rows. None of them is left out any longer. */
function onlyThese(kept: Kept, rows: readonly ImportRow[]): Kept {
  const lines = rows.map(({ line }) => line);
  return {
    ...kept,
    id: randomId(),
    outcomes: {},
    edits: { ...kept.edits, leftOut: kept.edits.leftOut.filter((line) => !lines.includes(line)) },
    again: Object.fromEntries(lines.map((line) => [line, whyOf(kept.outcomes[line])])),
  };
}

const whyOf = (outcome: ImportOutcome | undefined) => (outcome?.state === "refused" ? outcome.why : "");

/** The rows of the text, and those among them that matter for the next step. */
function useRows({ text, columns, edits, again, outcomes }: Kept) {
  const table = useMemo(() => readTable(text), [text]);
  const allRows = useMemo(() => readRows(table, columns, edits), [table, columns, edits]);
  const rows = useMemo(
    () => (again ? allRows.filter(({ line }) => again[line] !== undefined) : allRows),
    [allRows, again],
  );
  const taken = rows.filter(({ line }) => !edits.leftOut.includes(line));
  return {
    table,
    rows,
    taken,
    left: taken.filter(({ line }) => outcomes[line] === undefined),
    wrong: taken.filter(({ wanted }) => wanted === null),
    /** The rows that were left out for an error or were refused. They can be corrected once the others are imported. */
    notDone: rows.filter(({ line, wanted }) => wanted === null || outcomes[line]?.state === "refused"),
  };
}

/** Imports the remaining rows, and tells why it stopped. */
function useRun(kept: Kept, keep: Keep, left: readonly ImportRow[]) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [isRunning, setRunning] = useState(false);
  const running = useRef<AbortController | null>(null);
  // Leaving the page stops the import. Its state is saved, so it can be continued.
  useEffect(() => () => running.current?.abort(), []);

  /** Does nothing while an earlier call is in progress. */
  const start = async () => {
    if (running.current) return;
    const control = new AbortController();
    running.current = control;
    setRunning(true);
    setProblem(null);
    const onOutcomes = (more: ImportOutcomes) =>
      keep((now) => ({ ...now, outcomes: { ...now.outcomes, ...more }, sending: null }));
    const onSend = (line: number) => keep((now) => ({ ...now, sending: line }));
    try {
      const rows = left.filter(({ wanted }) => wanted !== null);
      await runImport({ id: kept.id, rows, onOutcomes, onSend, signal: control.signal });
    } catch (error) {
      // The refusal of a retry does not tell whether the earlier attempt succeeded.
      if (isCertain(error)) keep((now) => ({ ...now, sending: now.sending === kept.sending ? now.sending : null }));
      setProblem(error instanceof ApiError ? error : new ApiError("unavailable", "Please try again."));
    } finally {
      running.current = null;
      setRunning(false);
      void refetch(client, petKeys.all);
    }
  };
  return { problem, isRunning, start, resume: () => setProblem(null) };
}
