import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { flushSync } from "react-dom";
import * as z from "zod/mini";
import { encodeJson } from "@/lib/http/json";
import { previewQuery } from "@/lib/pets/import/client";
import type { DateOrder } from "@/lib/pets/import/dates";
import { readTable, TARGETS, type Table, type Target } from "@/lib/pets/import/headings";
import { ENCODINGS, type Encoding, readFile, type Sheet, UnreadableFile } from "@/lib/pets/import/read-file";
import {
  NO_CHOICES,
  recallChoices,
  rememberChoices,
  SavedChoices,
  suggestedChoices,
} from "@/lib/pets/import/remembered";
import { cellsOf, type ImportColumn, type ImportRow, JOINED, matchColumns, readRows } from "@/lib/pets/import/rows";
import { type ColumnValue, type KnownKind, type Meaning, readValues } from "@/lib/pets/import/values";
import { keysOf } from "@/lib/values/objects";
import { useTabState } from "../../ui/tab-state";
import { useKinds } from "../known-kinds";
import { SentRows, type UsableRow, useSending } from "./use-sending";

export const STEPS = { columns: "Match columns", values: "Match values", check: "Check" } as const;
export type Step = keyof typeof STEPS;

const SavedImport = z.object({
  step: z.enum(keysOf(STEPS)),
  choices: SavedChoices,
  /** Rows that are added although they look like an animal that exists, or like an earlier row. */
  kept: z.array(z.int()),
  /** Whether rows change the animals that have their numbers. Null until somebody has said so. */
  byReference: z.nullable(z.boolean()),
  isHidden: z.boolean(),
  sent: z.nullable(SentRows),
});
type SavedImport = z.infer<typeof SavedImport>;
const EMPTY: SavedImport = {
  step: "columns",
  choices: NO_CHOICES,
  kept: [],
  byReference: null,
  isHidden: false,
  sent: null,
};

/** Saved separately, because it may be too large to be saved. */
const SavedSheet = z.object({
  rows: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
  encoding: z.nullable(z.enum(keysOf(ENCODINGS))),
});
const NO_SHEET: z.infer<typeof SavedSheet> = { rows: [], encoding: null };

/** Of the step that is shown. */
export const STEP_HEADING = "import-step";

export function useImport(person: string) {
  const [saved, save, isRead] = useTabState(`pets.import.${person}`, EMPTY, SavedImport);
  const [sheet, saveSheet] = useTabState(`pets.import-rows.${person}`, NO_SHEET, SavedSheet);
  /** Of the file that was chosen, to read it in another encoding. */
  const [bytes, setBytes] = useState<Uint8Array | null>(null);
  const kinds = useKinds();
  const { choices } = saved;
  const table = useMemo(() => readTable(sheet.rows), [sheet.rows]);
  const columns = useMemo(() => matchColumns(table, choices.columns), [table, choices.columns]);
  const sending = useSending(saved.sent, (sent) => save((now) => ({ ...now, sent })));
  // Reading all rows takes a while.
  const areRowsNeeded = saved.step === "check" || saved.sent !== null;
  const rows = useMemo(
    () => (areRowsNeeded ? readRows(table, choices, kinds) : []),
    [areRowsNeeded, table, choices, kinds],
  );
  const check = useCheck(rows, saved);

  const show = (next: SavedImport) => {
    flushSync(() => save(next));
    document.getElementById(STEP_HEADING)?.focus();
  };
  return {
    saved,
    isRead,
    kinds,
    table,
    columns,
    ...sending,
    ...check,
    /** Null if it cannot be changed. */
    encoding: bytes === null ? null : sheet.encoding,
    /** `of` are the bytes of a file. @throws UnreadableFile */
    begin: ({ rows: read, encoding }: Sheet, of: Uint8Array | null) => {
      const next = readTable(read);
      if (next.rows.length === 0) throw new UnreadableFile("There are no rows in it");
      const known = recallChoices(next);
      const isNew =
        known === null && next.columns.some(({ suggestion, samples }) => suggestion === null && samples.length > 0);
      const first = known ?? suggestedChoices(next);
      sending.reset();
      setBytes(of);
      saveSheet({ rows: read, encoding });
      show({ ...EMPTY, choices: first, step: isNew ? "columns" : firstStep(next, first, kinds) });
    },
    /** @throws UnreadableFile */
    readAgain: async (encoding: Encoding) => {
      if (bytes !== null) saveSheet({ rows: (await readFile(bytes, encoding)).rows, encoding });
    },
    goTo: (next: Step) => show({ ...saved, step: next }),
    start: () => {
      rememberChoices(table, choices);
      const hidden = saved.isHidden ? { hidden: "other" as const } : {};
      return sending.send({ included: check.included, byReference: saved.byReference ?? true, ...hidden });
    },
    clear: () => {
      sending.reset();
      saveSheet(NO_SHEET);
      save(EMPTY);
    },
    ...choosing(save),
  };
}

export type PetImport = ReturnType<typeof useImport>;

/** Reads a file or a paste, and says why it cannot be read. */
export function useReading() {
  const [problem, setProblem] = useState("");
  const [isReading, setReading] = useState(false);
  const read = async (action: () => void | Promise<void>) => {
    setProblem("");
    setReading(true);
    try {
      await action();
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      setProblem(`${error.message}.`);
    }
    setReading(false);
  };
  return { problem, isReading, read };
}

type Matched = { table: Table; columns: readonly ImportColumn[] };

export type WordColumn = ImportColumn & { target: Target; values: readonly ColumnValue[] };

/** The columns that hold words, with their different values; those that are not understood come first. */
export function wordColumnsOf({ table, columns, kinds }: Matched & { kinds: readonly KnownKind[] }): WordColumn[] {
  return columns.flatMap(({ target, ...column }) => {
    if (target === null || TARGETS[target].type !== "words") return [];
    const values = readValues(target, cellsOf(table, column.at), kinds);
    const isKnown = ({ suggestion }: ColumnValue) => Number(suggestion !== null);
    return [{ ...column, target, values: values.toSorted((one, other) => isKnown(one) - isKnown(other)) }];
  });
}

/** Whether some rows name no kind. */
export function lacksKinds({ table, columns }: Matched): boolean {
  const column = columns.find(({ target }) => target === "kind");
  return column === undefined || cellsOf(table, column.at).includes("");
}

/** The first step that needs a decision. */
function firstStep(table: Table, choices: SavedChoices, kinds: readonly KnownKind[]): Step {
  const columns = matchColumns(table, choices.columns);
  const isOrderOpen = ({ target, dates }: ImportColumn) =>
    target !== null && choices.orders[target] === undefined && dates?.order === null && dates.example !== null;
  if (columns.some(isOrderOpen)) return "columns";
  const isOpen = ({ target, values }: WordColumn) =>
    values.some(({ key, suggestion }) => suggestion === null && choices.values[target]?.[key] === undefined);
  const isKindOpen = choices.kind === null && lacksKinds({ table, columns });
  return isKindOpen || wordColumnsOf({ table, columns, kinds }).some(isOpen) ? "values" : "check";
}

function choosing(save: (change: (now: SavedImport) => SavedImport) => void) {
  const choose = (change: (now: SavedChoices) => Partial<SavedChoices>) =>
    save((now) => ({ ...now, choices: { ...now.choices, ...change(now.choices) } }));
  return {
    /** Another column with the same is left out, unless their texts are joined. */
    setColumn: (place: number, target: Target | null) =>
      choose(({ columns }) => ({
        columns: columns.map((other, at) => {
          if (at === place) return target;
          return target !== null && other === target && JOINED[target] === undefined ? null : other;
        }),
      })),
    setOrder: (target: Target, order: DateOrder) => choose((now) => ({ orders: { ...now.orders, [target]: order } })),
    setMeaning: (target: Target, key: string, meaning: Meaning) =>
      choose((now) => ({ values: { ...now.values, [target]: { ...now.values[target], [key]: meaning } } })),
    setKind: (kind: string) => choose(() => ({ kind })),
    setName: (line: number, name: string) => choose((now) => ({ names: { ...now.names, [line]: name } })),
    setByReference: (byReference: boolean) => save((now) => ({ ...now, byReference })),
    setHidden: (isHidden: boolean) => save((now) => ({ ...now, isHidden })),
    keep: (lines: readonly number[], isKept: boolean) =>
      save((now) => {
        const others = now.kept.filter((line) => !lines.includes(line));
        return { ...now, kept: isKept ? [...others, ...lines] : others };
      }),
  };
}

const isUsable = (row: ImportRow): row is UsableRow => row.wanted !== null;

/** What the service says to the rows, and which of them it gets. */
function useCheck(rows: readonly ImportRow[], { kept, byReference, sent }: SavedImport) {
  const usable = useMemo(() => rows.filter(isUsable), [rows]);
  const asked = useMemo(() => {
    return previewQuery({ rows: sent ? [] : usable.map(({ wanted }) => wanted), byReference: byReference ?? true });
  }, [usable, sent, byReference]);
  const preview = useQuery(asked);
  /** By line. Empty until the service has answered. */
  const outcomes = useMemo(() => {
    const answered = preview.data ? usable : [];
    return new Map(answered.map(({ line }, at) => [line, preview.data?.rows[at]]));
  }, [usable, preview.data]);
  const alike = useMemo(() => {
    const repeated = repeatedIn(usable);
    return usable.filter(({ line }) => repeated.has(line) || outcomes.get(line) === "alike");
  }, [usable, outcomes]);
  const included = useMemo(() => {
    const chosen = new Set(sent?.lines ?? kept);
    const unsure = new Set(sent ? usable : alike);
    return usable.filter((row) => chosen.has(row.line) || !unsure.has(row));
  }, [usable, alike, kept, sent]);
  return { rows, usable, preview, outcomes, alike, included };
}

/** The lines of rows that add the same animal as an earlier one. */
function repeatedIn(rows: readonly UsableRow[]): ReadonlySet<number> {
  const added = rows.filter(({ wanted }) => wanted.id === undefined);
  const groups = Map.groupBy(added, ({ wanted }) => encodeJson(wanted));
  return new Set([...groups.values()].flatMap(([, ...later]) => later.map(({ line }) => line)));
}
