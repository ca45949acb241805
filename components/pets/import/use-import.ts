import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from "react";
import * as z from "zod/mini";
import { randomId } from "@/lib/http/client";
import { ApiError, isCertain } from "@/lib/http/errors";
import { usePetsChanged } from "@/lib/pets/client";
import { IMPORT_OUTDATED, importQuery, sendImport, whyRefused } from "@/lib/pets/import/client";
import { type ImportRow, type RowEdits, readRows } from "@/lib/pets/import/read-rows";
import type { Import, ImportResult } from "@/lib/pets/import/schema";
import { type Column, FIELDS, guessColumns, type ImportField, readTable } from "@/lib/pets/import/table";
import { fingerprintOf, saveInTab } from "@/lib/tab-storage";
import { useUndo } from "../../audit/undo-offer";
import { useTabState } from "../../ui/tab-state";
import { useAdoptionQuestion } from "../adoption-question";

const SavedImport = z.object({
  /** Recognises the text of the rows. Empty without rows. */
  fingerprint: z.string(),
  columns: z.array(z.nullable(z.enum(FIELDS))),
  /** The Idempotency-Key with which the rows were sent, and the import that the service made of them. */
  sent: z.nullable(z.object({ key: z.string(), id: z.nullable(z.string()) })),
  /** The last change set that has undone the import, or undone that. */
  undo: z.nullable(z.object({ changeSet: z.string(), isUndone: z.boolean() })),
  /** `alike`: rows left out at first because they look like an animal that exists. */
  edits: z.object({
    cells: z.record(z.string(), z.partialRecord(z.enum(FIELDS), z.string())),
    leftOut: z.array(z.int()),
    alike: z.optional(z.array(z.int())),
  }),
  /** Why each row was refused, by line, while those of an earlier import are corrected. */
  again: z.optional(z.record(z.string(), z.string())),
});
type SavedImport = z.infer<typeof SavedImport>;
const EMPTY: SavedImport = {
  fingerprint: "",
  columns: [],
  sent: null,
  undo: null,
  edits: { cells: {}, leftOut: [] },
};

/** Saved separately, because it may be large. */
const Text = z.object({ text: z.string() });
const NO_TEXT = { text: "" };

type SaveImport = (next: SavedImport | ((now: SavedImport) => SavedImport)) => void;

/** A text that is too large for the storage of a tab is asked for again after a reload. */
function useSavedImport(person: string) {
  const [saved, saveState] = useTabState(`pets.import.${person}`, EMPTY, SavedImport);
  const textName = `pets.import-text.${person}`;
  const [{ text }, saveText] = useTabState<z.infer<typeof Text>>(textName, NO_TEXT, Text);
  const [isTextSaved, setTextSaved] = useState(true);
  /** Removes the text from storage, not from the page. */
  const dropText = useCallback(() => {
    saveInTab(textName, null);
    setTextSaved(false);
  }, [textName]);
  const save = useCallback<SaveImport>(
    (next) => {
      if (saveState(next)) return;
      // The text left no room for the rest, which matters more: it can be pasted again.
      dropText();
      saveState((now) => now);
    },
    [saveState, dropText],
  );

  const clear = () => {
    saveText(NO_TEXT);
    setTextSaved(true);
    save(EMPTY);
  };
  const setText = (pasted: string) => {
    if (pasted === "") return clear();
    const fingerprint = fingerprintOf(pasted);
    if (saveText({ text: pasted })) setTextSaved(true);
    else dropText();
    const isSame = text === "" && fingerprint === saved.fingerprint;
    if (!isSame) save({ ...EMPTY, fingerprint, columns: guessColumns(readTable(pasted)) });
  };
  return {
    saved,
    text,
    save,
    setText,
    clear,
    isTextAtRisk: !isTextSaved,
    /** Whether the text was too large to survive a reload. */
    isTextMissing: text === "" && saved.fingerprint !== "",
  };
}

export function useImport(person: string) {
  const { saved, text, save, isTextMissing, ...texts } = useSavedImport(person);
  const rows = useRows(saved, text);
  const sending = useSending(saved, save, rows.included);
  const { result } = sending;
  const outcomes = useMemo(() => outcomesOf(rows.included, result), [rows.included, result]);
  const isRefused = ({ line }: ImportRow) => outcomes.get(line)?.outcome === "refused";
  /** They can be corrected once the others are imported. */
  const notDone = rows.rows.filter((row) => row.wanted === null || isRefused(row));
  const { wrong, included, table } = rows;
  const undo = useImportUndo(saved, save, result);
  const isDone = result !== null;
  const [isOpen, setOpen] = useState(false);

  const setText = (pasted: string) => {
    sending.resume();
    setOpen(true);
    texts.setText(pasted);
  };
  return {
    saved,
    text,
    isTextMissing,
    isTextAtRisk: texts.isTextAtRisk,
    ...rows,
    ...sending,
    outcomes,
    isRefused,
    notDone,
    undo,
    setText,
    ...editsOf(save),
    isReady: included.length > wrong.length && !table.hasTooMany,
    isDone,
    /** Its rows are shown on demand. */
    isPast: isDone && (!isOpen || isTextMissing),
    open: () => setOpen(true),
    /** Rows with errors are left out. */
    start: () => {
      const lines = wrong.map(({ line }) => line);
      setOpen(true);
      if (lines.length > 0)
        save((now) => ({ ...now, edits: { ...now.edits, leftOut: [...now.edits.leftOut, ...lines] } }));
      return sending.send();
    },
    correct: () => {
      setOpen(true);
      save((now) => onlyThese(now, notDone, outcomes));
    },
    clear: () => {
      sending.resume();
      texts.clear();
    },
  };
}

export type PetImport = ReturnType<typeof useImport>;

function editsOf(save: SaveImport) {
  const edit = (next: (now: RowEdits) => RowEdits) => save((now) => ({ ...now, edits: next(now.edits) }));
  return {
    setColumn: (at: number, column: Column) =>
      save((now) => ({ ...now, columns: withColumn(now.columns, at, column) })),
    /** Of these rows. */
    setCells: (changed: readonly ImportRow[], field: ImportField, text: string) =>
      edit((now) => {
        const cells = changed.map(({ line }) => [line, { ...now.cells[line], [field]: text }] as const);
        return { ...now, cells: { ...now.cells, ...Object.fromEntries(cells) } };
      }),
    leaveOut: (line: number, isOut: boolean) =>
      edit((now) => ({ ...now, leftOut: withLine(now.leftOut, line, isOut) })),
    leaveOutAlike: (lines: readonly number[]) =>
      edit((now) => ({
        ...now,
        leftOut: [...new Set([...now.leftOut, ...lines])],
        alike: [...(now.alike ?? []), ...lines],
      })),
    include: (lines: readonly number[]) =>
      edit((now) => {
        const taken = new Set(lines);
        return { ...now, leftOut: now.leftOut.filter((line) => !taken.has(line)) };
      }),
  };
}

/** A field can be in only one column. */
const withColumn = (columns: readonly Column[], at: number, column: Column) =>
  columns.map((other, index) => (index === at ? column : other === column ? null : other));

const withLine = (lines: readonly number[], line: number, isOut: boolean) =>
  isOut ? [...lines, line] : lines.filter((other) => other !== line);

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
  const allRows = useMemo(() => readRows(table, columns, edits), [table, columns, edits]);
  const rows = useMemo(
    () => (again ? allRows.filter(({ line }) => again[line] !== undefined) : allRows),
    [allRows, again],
  );
  const included = useMemo(() => {
    const leftOut = new Set(edits.leftOut);
    return rows.filter(({ line }) => !leftOut.has(line));
  }, [rows, edits]);
  return { table, rows, included, wrong: included.filter(({ wanted }) => wanted === null) };
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
function useSending({ sent }: SavedImport, save: SaveImport, included: readonly ImportRow[]) {
  const { confirmed, dialog } = useAdoptionQuestion();
  const petsChanged = usePetsChanged();
  const [problem, setProblem] = useState<unknown>(null);
  const [isSending, setSending] = useState(false);
  const { data: job, error } = useQuery(importQuery(sent?.id ?? null));
  const isDone = job?.status === "done";
  const showChanges = useEffectEvent(() => void petsChanged());
  useEffect(() => {
    if (isDone) showChanges();
  }, [isDone]);

  const send = async () => {
    // After an answer that was lost, the rows are sent again with the same key. An import that has failed is a new one.
    const isAgain = sent !== null && job?.status !== "failed";
    const key = isAgain ? sent.key : randomId();
    const rows = included.filter(({ wanted }) => wanted !== null);
    const sold = rows.flatMap(({ wanted, cells }) =>
      wanted?.id != null && wanted.pet.status === "sold"
        ? [{ id: wanted.id, name: cells.name || `animal ${wanted.id}` }]
        : [],
    );
    setProblem(null);
    setSending(true);
    save((now) => ({ ...now, sent: { key, id: null }, undo: null }));
    try {
      const id = await confirmed(sold, (confirm) => sendImport(rows, key, confirm));
      save((now) => ({ ...now, sent: id === "cancelled" ? null : { key, id } }));
    } catch (refusal) {
      // A refusal of the second attempt does not tell what became of the first.
      if (!isAgain && isCertain(refusal)) save((now) => ({ ...now, sent: null }));
      setProblem(refusal);
    } finally {
      setSending(false);
    }
  };
  const failure = job?.problem ? failureOf(job.problem) : null;
  // Any other is only a pause.
  const refusal = isCertain(error) ? error : null;
  return {
    job,
    result: (isDone && job.result) || null,
    hasBegun: sent !== null,
    isRunning: isSending || (sent?.id != null && !failure && !refusal && !isDone),
    problem: problem ?? failure ?? refusal,
    /** Whether the service may have the rows although it has not said so. */
    isInDoubt: !isSending && sent !== null && sent.id === null,
    dialog,
    send,
    resume: () => setProblem(null),
  };
}

const failureOf = ({ code, message }: NonNullable<Import["problem"]>) =>
  code === "confirmation_required" ? new ApiError("conflict", IMPORT_OUTDATED) : new ApiError("unavailable", message);
