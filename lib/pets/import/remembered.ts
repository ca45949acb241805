import * as z from "zod/mini";
import { fingerprintOf } from "../../tab-storage";
import { keysOf } from "../../values/objects";
import { TARGETS, type Table } from "./headings";

const targets = keysOf(TARGETS);
const Meaning = z.partialRecord(z.enum([...targets, "hidden"]), z.union([z.string(), z.boolean()]));

/** What a person has decided about a file, as it is saved in the browser. What is missing is as suggested. */
export const SavedChoices = z.object({
  /** Of each column of the table; null leaves it out. */
  columns: z.array(z.nullable(z.enum(targets))),
  /** What values mean, by their keys. */
  values: z.partialRecord(z.enum(targets), z.record(z.string(), Meaning)),
  orders: z.partialRecord(z.enum(targets), z.enum(["day first", "month first"])),
  /** For animals that have none, by line. */
  names: z.record(z.string(), z.string()),
  /** For rows that name none: the list may be of dogs only. An id in digits. */
  kind: z.nullable(z.string()),
});
export type SavedChoices = z.infer<typeof SavedChoices>;

export const NO_CHOICES: SavedChoices = { columns: [], values: {}, orders: {}, names: {}, kind: null };

export const suggestedChoices = ({ columns }: Table): SavedChoices => ({
  ...NO_CHOICES,
  columns: columns.map(({ suggestion }) => suggestion),
});

const NAME = "import choices";
const MAX_FILES = 20;
/** Of one file, in characters. */
const MAX_LENGTH = 50_000;

const Remembered = z.array(z.object({ headings: z.string(), choices: SavedChoices }));

function readAll(): z.infer<typeof Remembered> {
  try {
    return Remembered.parse(JSON.parse(localStorage.getItem(NAME) ?? "[]"));
  } catch {
    return [];
  }
}

const headingsOf = ({ columns }: Table) => fingerprintOf(JSON.stringify(columns.map(({ key }) => key)));

/** Those of the last file with the same headings, or null. */
export function recallChoices(table: Table): SavedChoices | null {
  const headings = headingsOf(table);
  return readAll().find((known) => known.headings === headings)?.choices ?? null;
}

/** In this browser, for the next file with these headings. */
export function rememberChoices(table: Table, decided: SavedChoices): void {
  const headings = headingsOf(table);
  const choices = { ...decided, names: {} };
  const isNamed = table.columns.some(({ key }) => key !== "");
  if (!isNamed || JSON.stringify(choices).length > MAX_LENGTH) return;
  const others = readAll().filter((known) => known.headings !== headings);
  try {
    localStorage.setItem(NAME, JSON.stringify([{ headings, choices }, ...others].slice(0, MAX_FILES)));
  } catch {
    // There is no storage.
  }
}
