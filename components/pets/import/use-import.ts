import { useCallback, useMemo, useState } from "react";
import * as z from "zod/mini";
import type { AskedPet } from "@/lib/adoptions/consequences";
import { undo } from "@/lib/audit/calls";
import { randomId } from "@/lib/http/client";
import { ApiError, isCertain } from "@/lib/http/errors";
import { refusalWords } from "@/lib/http/refusal-words";
import { type BatchResult, MAX_CHANGES } from "@/lib/pets/changes/batch-schema";
import { type SentChange, sendChangePets, usePetsChanged } from "@/lib/pets/client";
import {
  afterRemoval,
  afterUndo,
  fingerprintOf,
  type ImportOutcome,
  ImportOutcomes,
  isDone,
  isRefused,
  undoOf,
} from "@/lib/pets/import/outcome";
import { type ImportRow, type RowEdits, readRows } from "@/lib/pets/import/read-rows";
import { runImport } from "@/lib/pets/import/run-import";
import { type Column, FIELDS, guessColumns, type ImportField, readTable } from "@/lib/pets/import/table";
import { saveInTab } from "@/lib/tab-storage";
import { type Undone, useUndoOffer } from "../../audit/undo-offer";
import { useStoppable } from "../../ui/hooks";
import { useTabState } from "../../ui/tab-state";
import { showToast } from "../../ui/toast";
import { useAdoptionQuestion } from "../adoption-question";

const SavedImport = z.object({
  id: z.string(),
  /** Recognises the text of the rows. Empty without rows. */
  fingerprint: z.string(),
  columns: z.array(z.nullable(z.enum(FIELDS))),
  outcomes: ImportOutcomes,
  /** The line that was sent and has no answer yet. */
  sending: z.nullable(z.int()),
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
  id: "",
  fingerprint: "",
  columns: [],
  outcomes: {},
  sending: null,
  edits: { cells: {}, leftOut: [] },
};

/** Saved separately, because it may be large, and the rest changes with each row. */
const Text = z.object({ text: z.string() });
const NO_TEXT = { text: "" };

type SaveImport = (next: SavedImport | ((now: SavedImport) => SavedImport)) => void;

/**
 * A text that is too large for the storage of a tab is asked for again after a reload; what became of its rows is kept.
 */
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
      // The text left no room for the outcomes, which matter more: it can be pasted again.
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
    if (!isSame) save({ ...EMPTY, id: randomId(), fingerprint, columns: guessColumns(readTable(pasted)) });
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
  const found = useRows(saved, text);
  const { table, included, left, wrong, notDone } = found;
  const hasBegun = Object.keys(saved.outcomes).length > 0 || saved.sending !== null;
  const progress = useImportProgress(saved, save, left);
  const { undo: undoImport, ...undoing } = useImportUndo(found.rows, saved, save);
  const hasEnded = hasBegun && left.length === 0 && !isTextMissing;
  const [isOpen, setOpen] = useState(false);

  const setText = (pasted: string) => {
    progress.resume();
    setOpen(true);
    texts.setText(pasted);
  };
  return {
    saved,
    text,
    isTextMissing,
    isTextAtRisk: texts.isTextAtRisk,
    ...found,
    hasBegun,
    setText,
    ...editsOf(save),
    isReady: included.length > wrong.length && !table.hasTooMany,
    isDone: hasEnded,
    /** Its rows are shown on demand. */
    isPast: hasEnded && !isOpen,
    open: () => setOpen(true),
    ...progress,
    /** Rows with errors are left out. */
    start: () => {
      const lines = wrong.map(({ line }) => line);
      setOpen(true);
      if (lines.length > 0)
        save((now) => ({ ...now, edits: { ...now.edits, leftOut: [...now.edits.leftOut, ...lines] } }));
      return progress.start();
    },
    ...undoing,
    undo: () => {
      setOpen(true);
      undoImport();
    },
    correct: () => {
      setOpen(true);
      save((now) => onlyThese(now, notDone));
    },
    clear: () => {
      progress.resume();
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

/** None of them is left out any longer. */
function onlyThese(saved: SavedImport, rows: readonly ImportRow[]): SavedImport {
  const lines = rows.map(({ line }) => line);
  return {
    ...saved,
    id: randomId(),
    outcomes: {},
    edits: { ...saved.edits, leftOut: saved.edits.leftOut.filter((line) => !lines.includes(line)) },
    again: Object.fromEntries(lines.map((line) => [line, whyOf(saved.outcomes[line])])),
  };
}

const whyOf = (outcome: ImportOutcome | undefined) => (outcome && "why" in outcome ? (outcome.why ?? "") : "");

function useRows({ columns, edits, again, outcomes }: SavedImport, text: string) {
  const table = useMemo(() => readTable(text), [text]);
  const allRows = useMemo(() => readRows(table, columns, edits), [table, columns, edits]);
  const rows = useMemo(
    () => (again ? allRows.filter(({ line }) => again[line] !== undefined) : allRows),
    [allRows, again],
  );
  const leftOut = new Set(edits.leftOut);
  const included = rows.filter(({ line }) => !leftOut.has(line));
  return {
    table,
    rows,
    included,
    left: included.filter(({ line }) => !isDone(outcomes[line])),
    wrong: included.filter(({ wanted }) => wanted === null),
    /** They can be corrected once the others are imported. */
    notDone: rows.filter(({ line, wanted }) => wanted === null || isRefused(outcomes[line])),
  };
}

/** Sets back what the import has changed, except what was changed since, and removes what it has added. */
function useImportUndo(rows: readonly ImportRow[], { outcomes }: SavedImport, save: SaveImport) {
  const offerUndo = useUndoOffer();
  const petsChanged = usePetsChanged();
  const update = useCallback(
    (next: (now: ImportOutcomes) => ImportOutcomes) => save((now) => ({ ...now, outcomes: next(now.outcomes) })),
    [save],
  );
  const [isUndoing, setUndoing] = useState(false);
  const undoable = undoOf(rows, outcomes);

  const setBack = async () => {
    const undone: Undone[] = [];
    for (const changeSet of undoable.changeSets.toReversed()) {
      const by = await undo(changeSet, true).catch(nothingIfChanged);
      if (!by) continue;
      undone.push({ changeSet, by });
      update((now) => afterUndo(now, [{ changeSet, by }], true));
    }
    const count = new Set(undone.flatMap(({ by }) => by.changes.map(({ petId }) => petId))).size;
    showToast({
      text: `${count.toLocaleString("en")} ${count === 1 ? "animal was" : "animals were"} set back.`,
      about: "import-undo",
      ...offerUndo(
        undone.map(({ by }) => String(by.id)),
        { about: "import-undo", onUndone: (again) => update((now) => afterUndo(now, again, false)) },
      ),
    });
  };
  const removeAdded = async () => {
    const results: BatchResult[] = [];
    const changeSets: string[] = [];
    for (let at = 0; at < undoable.added.length; at += MAX_CHANGES) {
      const some = undoable.added.slice(at, at + MAX_CHANGES);
      const sent = await sendChangePets(
        some.map(({ id, version }) => ({ id: BigInt(id), ifMatch: version, remove: true })),
      );
      update((now) => afterRemoval(now, sent.results, true));
      results.push(...sent.results);
      changeSets.push(...sent.changeSets);
    }
    const staying = results.filter(({ status }) => status !== 200n && status !== 404n).length;
    const removed = results.length - staying;
    const stay = `${staying.toLocaleString("en")} ${staying === 1 ? "stays" : "stay"}`;
    const rest = staying > 0 ? ` ${stay}: changed since, or with applicants.` : "";
    showToast({
      text: `${removed.toLocaleString("en")} ${removed === 1 ? "animal was" : "animals were"} removed.${rest}`,
      about: "import-removal",
      ...offerUndo(changeSets, {
        about: "import-removal",
        onUndone: () => update((now) => afterRemoval(now, results, false)),
      }),
    });
  };
  const undoImport = async () => {
    setUndoing(true);
    try {
      if (undoable.changeSets.length > 0) await setBack();
      if (undoable.added.length > 0) await removeAdded();
    } catch (error) {
      const again = { label: "Try again", onSelect: () => void undoImport() };
      showToast({ text: `Not everything was undone. ${refusalWords(error)}`, about: "import-undo", action: again });
    } finally {
      setUndoing(false);
      void petsChanged();
    }
  };
  return { isUndoing, undoable, undo: () => void undoImport() };
}

function nothingIfChanged(error: unknown): null {
  if (error instanceof ApiError && error.code === "conflict") return null;
  throw error;
}

/** The person has said no to the consequences. The import can be continued. */
const STOPPED = Symbol();

function useImportProgress(saved: SavedImport, save: SaveImport, left: readonly ImportRow[]) {
  const { confirmed, dialog } = useAdoptionQuestion();
  const petsChanged = usePetsChanged();
  const [problem, setProblem] = useState<ApiError | null>(null);
  // Leaving the page stops the import. It can be continued.
  const { isRunning, start } = useStoppable();

  const importRows = async (signal: AbortSignal) => {
    setProblem(null);
    const onOutcomes = (more: ImportOutcomes) =>
      save((now) => ({ ...now, outcomes: { ...now.outcomes, ...more }, sending: null }));
    const onSend = (line: number) => save((now) => ({ ...now, sending: line }));
    const send = async (changes: readonly SentChange[], pets: readonly AskedPet[]) => {
      const results = await confirmed(pets, (confirm) => sendChangePets(changes, { confirm }));
      if (results === "cancelled") throw STOPPED;
      return results;
    };
    try {
      const rows = left.filter(({ wanted }) => wanted !== null);
      await runImport({ id: saved.id, rows, outcomes: saved.outcomes, onOutcomes, onSend, send, signal });
    } catch (error) {
      // The refusal of a retry does not tell whether the earlier attempt succeeded.
      if (isCertain(error)) save((now) => ({ ...now, sending: now.sending === saved.sending ? now.sending : null }));
      if (error !== STOPPED)
        setProblem(error instanceof ApiError ? error : new ApiError("unavailable", "Please try again."));
    } finally {
      void petsChanged();
    }
  };
  return { problem, isRunning, dialog, start: () => start(importRows), resume: () => setProblem(null) };
}
