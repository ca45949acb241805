import type * as z from "zod/mini";
import { now } from "../../process/clock";
import { definedOf } from "../../values/objects";
import { parseInt64 } from "../../values/schemas";
import { beginningOf, isLongerThan, isolate } from "../../values/words";
import { CARE_FIELDS, Care } from "../care/schema";
import { FACT_KEYS, type Facts } from "../facts";
import { bornOnProblem } from "../profile/age";
import { NewProfile, namedFacts } from "../profile/schema";
import { CHANGEABLE, MAX_NAME_LENGTH } from "../schema";
import { orderOf, readAge, readDate, unitOfHeading } from "./dates";
import { TARGETS, type Table, type Target } from "./headings";
import type { SavedChoices } from "./remembered";
import type { Row } from "./schema";
import { isNothing, type KnownKind, keyOfValue, type Meaning, readerOf } from "./values";

export type Problem = { target: Target; message: string };
/** What is not understood or not possible, and stays empty. */
export type Ignored = { target: Target; text: string };

export type ImportRow = {
  line: number;
  /** For messages, also while something is wrong. */
  name: string;
  /** The animal to add, or the change of an existing one; null while there is a problem. */
  wanted: Row | null;
  problems: Problem[];
  ignored: Ignored[];
};

export const cellsOf = ({ rows }: Table, at: number): string[] => rows.map(({ cells }) => cells[at] ?? "");

/** The columns with what a person has chosen for each. */
export function matchColumns(table: Table, targets: SavedChoices["columns"]) {
  return table.columns.map((column, place) => {
    const target = targets[place] ?? null;
    const isDate = target !== null && TARGETS[target].type === "date";
    return { ...column, place, target, dates: isDate ? orderOf(cellsOf(table, column.at)) : null };
  });
}

export type ImportColumn = ReturnType<typeof matchColumns>[number];

type Settled = Record<string, string | boolean>;
type Used = { at: number; target: Target; read: (text: string, settled: Settled) => Meaning | null };

export function readRows(table: Table, choices: SavedChoices, kinds: Kinds): ImportRow[] {
  const used = matchColumns(table, choices.columns).flatMap((column): Used[] => {
    const { at, target } = column;
    return target === null ? [] : [{ at, target, read: cellReader(column, target, choices, kinds) }];
  });
  // An age may be that on the day of another column.
  const inOrder = used.toSorted((one, other) => Number(one.target === "age") - Number(other.target === "age"));
  const lineOfNumber = new Map<string, number>();
  return table.rows.map(({ line, cells }) => {
    const { settled, unread } = settle(cells, inOrder);
    const hasKind = settled.kind !== undefined || unread.some(({ target }) => target === "kind");
    if (!hasKind && choices.kind !== null) settled.kind = choices.kind;
    settled.name ??= choices.names[line] ?? "";
    return toImportRow(line, settled, unread, lineOfNumber);
  });
}

type Reader = Used["read"];
type Kinds = readonly KnownKind[];

/** Many cells of a column are the same, and are read once. */
function cellReader(column: ImportColumn, target: Target, choices: SavedChoices, kinds: Kinds): Reader {
  const read = newCellReader(column, target, choices, kinds);
  const meanings = new Map<string, Meaning | null>();
  return (text, settled) => {
    const key = target === "age" ? `${text} ${settled.intakeOn}` : text;
    let meaning = meanings.get(key);
    if (meaning === undefined) {
      meaning = !isKept(target) && isNothing(text) ? {} : read(text, settled);
      meanings.set(key, meaning);
    }
    return meaning;
  };
}

function newCellReader(column: ImportColumn, target: Target, choices: SavedChoices, kinds: Kinds): Reader {
  const { heading, dates } = column;
  const today = new Date(now()).toISOString().slice(0, 10);
  switch (TARGETS[target].type) {
    case "words": {
      const suggest = readerOf(target, kinds);
      return (text) => choices.values[target]?.[keyOfValue(text)] ?? suggest(text);
    }
    case "date": {
      const order = choices.orders[target] ?? dates?.order ?? null;
      const ageOf = (text: string) => (target === "bornOn" && /[a-z]/i.test(text) ? readAge(text, today) : null);
      return (text) => (/^[\s0:./-]+$/.test(text) ? {} : named(target, readDate(text, order) ?? ageOf(text)));
    }
    case "age": {
      const isAtIntake = /intake/i.test(heading);
      const unit = unitOfHeading(heading);
      return (text, { intakeOn }) => {
        const day = isAtIntake ? intakeOn : today;
        const age = typeof day === "string" ? readAge(text, day.padEnd(10, "-01"), unit) : null;
        const bornOn = readDate(text, null) ?? age;
        return bornOn === null || bornOnProblem(bornOn) !== null ? null : { bornOn };
      };
    }
    case "money":
      return (text) => named(target, readMoney(text));
    case "text":
      return (text) => textOf(target, text);
  }
}

const named = (fact: Target, value: string | null): Meaning | null => (value === null ? null : { [fact]: value });

/** Of these, "Unknown" is not nothing: somebody may choose what it means, or it is a name. */
const isKept = (target: Target) => TARGETS[target].type === "words" || ["name", "story", "notes"].includes(target);

/** The column of a fact itself says more of it than the word of another column. */
function settle(cells: readonly string[], used: readonly Used[]): { settled: Settled; unread: Ignored[] } {
  const [own, implied]: [Settled, Settled] = [{}, {}];
  const unread: Ignored[] = [];
  for (const { at, target, read } of used) {
    const text = cells[at] ?? "";
    if (text === "") continue;
    const meaning = read(text, own);
    if (meaning === null) unread.push({ target, text });
    for (const [fact, value] of Object.entries(meaning ?? {})) {
      const facts = fact === target ? own : implied;
      facts[fact] = withMore(fact, facts[fact], value);
    }
  }
  return { settled: { ...implied, ...own }, unread };
}

/** Of most facts, the first column counts. */
function withMore(fact: string, before: Settled[string] | undefined, value: Settled[string]): Settled[string] {
  if (before === undefined) return value;
  const between = JOINED[fact];
  return between === undefined || before === value ? before : `${before}${between}${value}`;
}

/** What stands between the texts of several columns. */
export const JOINED: Readonly<Record<string, string>> = { breed: " / ", story: "\n", notes: "\n" };

/** At the end of a breed. */
const MIX = /[\s/,(-]*\b(?:mix|mixed|mixed breed|cross|crossbreed|x)\)?$/i;

/** What a spreadsheet has made of a number of more than 11 digits, which has lost the others. */
const LOST_DIGITS = /^\d(?:[.,]\d+)?E\+\d+$/;

function textOf(target: Target, text: string): Meaning | null {
  if (target === "story" || target === "notes")
    return { [target]: withoutTags(text).replace(/(?![\t\r\n])\p{Cc}/gu, "") };
  const line = text.replace(/\p{Cc}+/gu, " ").trim();
  // Austin's animals have a star if the shelter gave them their name.
  if (target === "name") return /[\p{L}\p{N}]/u.test(line) ? { name: line.replace(/^\*+ ?|\*+$/g, "") } : {};
  if ((target === "microchip" || target === "reference") && LOST_DIGITS.test(line)) return null;
  if (target === "specialNeeds" && /^(?:no?|0|false)$/i.test(line)) return {};
  if (target === "specialNeeds" && /^(?:y|1|true)$/i.test(line)) return { specialNeeds: "Yes" };
  const breed = line.replace(MIX, "");
  return target === "breed" && breed !== line ? { cross: true, ...(breed && { breed }) } : { [target]: line };
}

const HTML = /<\/?(?:a|b|br|div|em|font|h\d|i|img|li|p|span|strong|u|ul)\b[^<>]*>/i;
const SIGNS: Readonly<Record<string, string>> = { nbsp: " ", amp: "&", quot: '"', "#39": "'", lt: "<", gt: ">" };

/** Other programs write stories as HTML. */
function withoutTags(text: string): string {
  if (!HTML.test(text)) return text;
  return text
    .replace(/<(?:br|\/p|\/div|\/li)\b[^<>]*>\s*/gi, "\n")
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replace(/&(\w+|#39);/g, (entity, sign) => SIGNS[sign] ?? entity)
    .trim();
}

/** "$1,250.00", "1 250 Kč" and "125,50 €". */
function readMoney(text: string): string | null {
  if (/^(?:free|waived|no fee)$/i.test(text)) return "0";
  const [amount, other] = text.replace(/(?<=\d)\s(?=\d{3}(?!\d))/g, "").match(/\d[\d.,]*/g) ?? [];
  const [, whole, decimals] = /^(\d[\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(amount ?? "") ?? [];
  if (whole === undefined || other !== undefined) return null;
  return [whole.replace(/[.,]/g, ""), ...(decimals ? [decimals] : [])].join(".");
}

function toImportRow(line: number, settled: Settled, unread: Ignored[], lineOfNumber: Map<string, number>): ImportRow {
  const name = String(settled.name);
  const id = parseInt64(String(settled.id));
  const { known, impossible } = possibleOf(settled);
  const problems = [...problemsOf(settled, unread), ...repeatsOf(settled, line, lineOfNumber)];
  const wanted: Row = {
    ...(id !== null && { id }),
    ...(name !== "" && { name }),
    ...(settled.kind !== undefined && { categoryId: BigInt(String(settled.kind)) }),
    ...definedOf(known, ["status"]),
    ...partOf("profile", namedFacts(definedOf(known, FACT_KEYS))),
    ...partOf("care", definedOf(known, CARE_FIELDS)),
  };
  const ignored = [...unread.filter(({ target }) => target !== "kind" || id !== null), ...impossible];
  return { line, name, wanted: problems.length > 0 ? null : wanted, problems, ignored };
}

function problemsOf({ id, name, kind }: Settled, unread: readonly Ignored[]): Problem[] {
  const problems: Problem[] = [];
  const isNew = id === undefined;
  if (!isNew && parseInt64(String(id)) === null) problems.push({ target: "id", message: "An id is a whole number" });
  if (isNew && name === "") problems.push({ target: "name", message: "It has no name" });
  if (isLongerThan(String(name), MAX_NAME_LENGTH)) {
    problems.push({ target: "name", message: `The name can have up to ${MAX_NAME_LENGTH} characters` });
  }
  if (isNew && kind === undefined) {
    const word = unread.find(({ target }) => target === "kind")?.text;
    const message = word === undefined ? "It has no kind" : `“${isolate(beginningOf(word, 30))}” is not a known kind`;
    problems.push({ target: "kind", message });
  }
  return problems;
}

/** An animal can be named once. */
function repeatsOf(settled: Settled, line: number, lineOfNumber: Map<string, number>): Problem[] {
  return (["id", "reference"] as const).flatMap((target) => {
    if (settled[target] === undefined) return [];
    const key = `${target} ${settled[target]}`;
    const first = lineOfNumber.get(key) ?? line;
    lineOfNumber.set(key, first);
    return first === line ? [] : [{ target, message: `Row ${first} has the same number` }];
  });
}

const partOf = <N extends string, T extends object>(name: N, members: T) =>
  (Object.keys(members).length > 0 ? { [name]: members } : {}) as { [K in N]?: T }; // its only member

const SCHEMAS: Readonly<Record<string, z.ZodMiniType>> = {
  ...NewProfile.shape,
  ...NewProfile.shape.goodWith.shape,
  ...Care.shape,
  status: CHANGEABLE.status,
};

/** Without facts that the service would refuse, such as a birth in the future. */
function possibleOf(settled: Settled): { known: Partial<Facts & Care & Pick<Row, "status">>; impossible: Ignored[] } {
  const known: Record<string, unknown> = {};
  const impossible: Ignored[] = [];
  for (const [fact, value] of Object.entries(settled)) {
    const read = SCHEMAS[fact]?.safeParse(value);
    if (read?.success) known[fact] = read.data;
    else if (read) impossible.push({ target: fact as Target, text: String(value) }); // it has a schema
  }
  return { known, impossible };
}
