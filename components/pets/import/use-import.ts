import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo } from "react";
import * as z from "zod/mini";
import { ApiError, isCertain } from "@/lib/http/errors";
import { usePetsChanged } from "@/lib/pets/client";
import { IMPORT_OUTDATED, importQuery, sendImport, whyRefused } from "@/lib/pets/import/client";
import { linesAlike, linesRepeated } from "@/lib/pets/import/known-names";
import { type ImportRow, readRows } from "@/lib/pets/import/read-rows";
import type { Import, ImportResult } from "@/lib/pets/import/schema";
import { type Column, FIELDS, guessColumns, type ImportField, readTable } from "@/lib/pets/import/table";
import { useUndo } from "../../audit/undo-offer";
import { useCommand } from "../../audit/use-command";
import { useTabState } from "../../ui/tab-state";
import { useKnownNames } from "./use-known-names";

const SavedImport = z.object({
  columns: z.array(z.nullable(z.enum(FIELDS))),
  /** The import that the service made of the rows. Its id is null while the answer is missing. */
  sent: z.nullable(z.object({ id: z.nullable(z.string()) })),
  /** The last change set that has undone the import, or undone that. */
  undo: z.nullable(z.object({ changeSet: z.string(), isUndone: z.boolean() })),
  edits: z.object({
    cells: z.record(z.string(), z.partialRecord(z.enum(FIELDS), z.string())),
    leftOut: z.array(z.int()),
  }),
  /** Rows that are added although they look like an animal that exists, or like an earlier row. */
  kept: z.array(z.int()),
  /** Why each row was refused, by line, while those of an earlier import are corrected. */
  again: z.optional(z.record(z.string(), z.string())),
});
type SavedImport = z.infer<typeof SavedImport>;
const EMPTY: SavedImport = { columns: [], sent: null, undo: null, edits: { cells: {}, leftOut: [] }, kept: [] };

/** Saved separately, because it may be too large to be saved. */
const Text = z.object({ text: z.string() });
const NO_TEXT = { text: "" };

type SaveImport = (next: SavedImport | ((now: SavedImport) => SavedImport)) => void;

const NO_ROWS: readonly ImportRow[] = [];

export function useImport(person: string) {
  const [saved, save, isRead] = useTabState(`pets.import.${person}`, EMPTY, SavedImport);
  const [{ text }, saveText] = useTabState(`pets.import-text.${person}`, NO_TEXT, Text);
  const { table, rows } = useRows(saved, text);
  const sending = useSending(saved, save);
  const { result, hasBegun } = sending;
  const known = useKnownNames(hasBegun ? NO_ROWS : rows);
  const alike = useMemo(() => {
    const lines = hasBegun ? [] : [...linesAlike(rows, known.pets), ...linesRepeated(rows)];
    return new Set(lines.filter((line) => !saved.kept.includes(line)));
  }, [rows, known.pets, hasBegun, saved.kept]);
  const leftOut = useMemo(() => new Set([...saved.edits.leftOut, ...alike]), [saved.edits, alike]);
  const included = useMemo(() => rows.filter(({ line }) => !leftOut.has(line)), [rows, leftOut]);
  const wrong = included.filter(({ wanted }) => wanted === null);
  const outcomes = useMemo(() => outcomesOf(included, result), [included, result]);
  const isRefused = ({ line }: ImportRow) => outcomes.get(line)?.outcome === "refused";
  /** They can be corrected once the others are imported. */
  const notDone = rows.filter((row) => row.wanted === null || isRefused(row));
  const undo = useImportUndo(saved, save, result);
  return {
    saved,
    text,
    table,
    rows,
    known,
    alike,
    leftOut,
    included,
    wrong,
    ...sending,
    outcomes,
    isRefused,
    notDone,
    undo,
    ...editsOf(save),
    isReady: included.length > wrong.length && !table.hasTooMany,
    isDone: result !== null,
    isRead,
    /** Rows with errors are left out. */
    start: () => {
      const lines = [...leftOut, ...wrong.map(({ line }) => line)];
      save((now) => ({ ...now, edits: { ...now.edits, leftOut: lines } }));
      return sending.send(included.filter(({ wanted }) => wanted !== null));
    },
    correct: () => save((now) => onlyThese(now, notDone, outcomes)),
    setText: (pasted: string) => {
      sending.resume();
      saveText({ text: pasted });
      save(pasted === "" ? EMPTY : { ...EMPTY, columns: guessColumns(readTable(pasted)) });
    },
  };
}

export type PetImport = ReturnType<typeof useImport>;

function editsOf(save: SaveImport) {
  return {
    setColumn: (at: number, column: Column) =>
      save((now) => ({ ...now, columns: withColumn(now.columns, at, column) })),
    /** Of these rows. */
    setCells: (changed: readonly ImportRow[], field: ImportField, text: string) =>
      save((now) => {
        const cells = changed.map(({ line }) => [line, { ...now.edits.cells[line], [field]: text }] as const);
        return { ...now, edits: { ...now.edits, cells: { ...now.edits.cells, ...Object.fromEntries(cells) } } };
      }),
    leaveOut: (line: number) =>
      save((now) => ({ ...now, edits: { ...now.edits, leftOut: [...now.edits.leftOut, line] } })),
    include: (lines: readonly number[]) =>
      save((now) => ({
        ...now,
        edits: { ...now.edits, leftOut: now.edits.leftOut.filter((line) => !lines.includes(line)) },
        kept: [...now.kept, ...lines],
      })),
  };
}

/** A field can be in only one column. */
const withColumn = (columns: readonly Column[], at: number, column: Column) =>
  columns.map((other, index) => (index === at ? column : other === column ? null : other));

export type Outcomes = ReadonlyMap<number, ImportResult["rows"][number]>;

/** What became of each line that was sent. */
function outcomesOf(included: readonly ImportRow[], result: ImportResult | null): Outcomes {
  const sent = included.filter(({ wanted }) => wanted !== null);
  return new Map(
    sent.flatMap(({ line }, at) => {
      const outcome = result?.rows[at];
      return outcome ? [[line, outcome] as const] : [];
    }),
  );
}

/** None of them is left out any longer. */
function onlyThese(saved: SavedImport, rows: readonly ImportRow[], outcomes: Outcomes): SavedImport {
  const lines = rows.map(({ line }) => line);
  const whyOf = (line: number) => (outcomes.has(line) ? whyRefused(outcomes.get(line)?.code) : "");
  return {
    ...saved,
    sent: null,
    undo: null,
    edits: { ...saved.edits, leftOut: saved.edits.leftOut.filter((line) => !lines.includes(line)) },
    again: Object.fromEntries(lines.map((line) => [line, whyOf(line)])),
  };
}

function useRows({ columns, edits, again }: SavedImport, text: string) {
  const table = useMemo(() => readTable(text), [text]);
  const rows = useMemo(() => {
    const all = readRows(table, columns, edits);
    return again ? all.filter(({ line }) => again[line] !== undefined) : all;
  }, [table, columns, edits, again]);
  return { table, rows };
}

/** The whole import, except what was changed since, or undoes that. */
function useImportUndo({ undo }: SavedImport, save: SaveImport, result: ImportResult | null): (() => void) | null {
  const takeBack = useUndo();
  const changeSet = undo?.changeSet ?? result?.changeSet;
  if (!changeSet) return null;
  const onUndone = ([undone]: { by: { id: string } }[]) => {
    if (undone) save((now) => ({ ...now, undo: { changeSet: undone.by.id, isUndone: !now.undo?.isUndone } }));
  };
  return () => takeBack([changeSet], { about: "import-undo", onUndone });
}

/** Sends the rows once, and follows what the service does with them, also after a reload. */
function useSending({ sent }: SavedImport, save: SaveImport) {
  const petsChanged = usePetsChanged();
  const job = useQuery(importQuery(sent?.id ?? null));
  const isDone = job.data?.status === "done";
  const showChanges = useEffectEvent(() => void petsChanged());
  useEffect(() => {
    if (isDone) showChanges();
  }, [isDone]);
  const command = useCommand({ pets: soldIn, send: sendImport, reads: ["import"] });

  const send = async (rows: readonly ImportRow[]) => {
    // After an answer that was lost, the rows are sent again. An import that has failed is a new one.
    const isAgain = sent !== null && job.data?.status !== "failed";
    save((now) => ({ ...now, sent: { id: null }, undo: null }));
    try {
      const id = await command.send(rows);
      if (id !== undefined) save((now) => ({ ...now, sent: id === null ? null : { id } }));
    } catch (refusal) {
      // A refusal of the second attempt does not tell what became of the first.
      if (!isAgain && isCertain(refusal)) save((now) => ({ ...now, sent: null }));
    }
  };
  const failure = job.data?.problem ? failureOf(job.data.problem) : null;
  // Any other is only a pause.
  const refusal = isCertain(job.error) ? job.error : null;
  const isFollowed = sent !== null && sent.id !== null;
  return {
    job: job.data,
    result: (isDone && job.data?.result) || null,
    hasBegun: sent !== null,
    isRunning: command.isPending || (isFollowed && !failure && !refusal && !isDone),
    problem: command.error ?? failure ?? refusal,
    /** Whether the service may have the rows although it has not said so. */
    isInDoubt: !command.isPending && sent !== null && sent.id === null,
    dialog: command.dialog,
    send,
    resume: command.reset,
  };
}

function soldIn(rows: readonly ImportRow[]) {
  return rows.flatMap(({ wanted, cells }) =>
    wanted?.id != null && wanted.pet.status === "sold"
      ? [{ id: wanted.id, name: cells.name || `animal ${wanted.id}` }]
      : [],
  );
}

const failureOf = ({ code, message }: NonNullable<Import["problem"]>) =>
  code === "confirmation_required" ? new ApiError("conflict", IMPORT_OUTDATED) : new ApiError("unavailable", message);
