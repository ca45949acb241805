import { keysOf, recordOf } from "../../values/objects";
import { foldName } from "../../values/search";
import { capitalized } from "../../values/words";
import { CARE_LABELS } from "../care/words";
import { FACT_KEYS, FACTS, type FactKey } from "../facts";
import { ID_HEADING } from "./csv";
import { type SheetRow, UnreadableFile } from "./read-file";
import { MAX_ROWS } from "./schema";

/**
 * How the cells of a column are read: `words` once for each different value, `date` with one order of days and months
 * for the column, the others each as it is.
 */
export type TargetType = "text" | "words" | "date" | "age" | "money";

/** What of a heading counts: not its case, spaces, brackets, `_` and `*`. `w/` is "with". */
const lettersOf = (heading: string) =>
  foldName(heading)
    .replaceAll("#", "number")
    .replaceAll("w/", "with")
    .replace(/[^\p{L}\p{N}]+/gu, "");

/** The letters of headings besides those of the label, the best first. */
const ANIMAL = {
  name: ["text", "names called animal pet"],
  kind: ["words", "species type category categoryid animal"],
  status: ["words", "state availability currentstatus adoptionstatus stage"],
  age: ["age", "currentage ageinyears ageinmonths ageasmonths agemonths ageuponintake ageuponoutcome"],
} as const;
const CARE = {
  reference: [
    "text",
    "externalid animalid animalnumber animalno petid reference ref code id internalid arn number no nr",
  ],
  microchip: ["text", "microchipnumber microchipno microchipid chip chipnumber chipno chipid identichipnumber"],
  intakeOn: [
    "date",
    "camein intakedate intakedatetime intake datein arrived arrivaldate entrydate incomingdate admitted datetime",
  ],
  origin: ["words", "intaketype intakesource source entrytype howacquired"],
  location: ["text", "location currentlocation kennel kennelnumber cage fosterhome fosterparent"],
  notes: ["text", "note comments remarks memo internalnotes staffnotes"],
} as const;
/** What programs of other shelters call facts, besides what people do. */
const PROGRAMS: { readonly [K in FactKey]?: string } = {
  story: "dsc desc bio websitememo kennelcardwebsitememo",
  breed: "pribreed breed1",
  sex: "mf sexuponintake sexuponoutcome",
  cross: "mix mixed mixedbreed cross",
  neutered: "spayed fixed alteredincare",
  colour: "basecolour basecolor",
  children: "okwithkids okwithchildren",
  dogs: "okwithdogs",
  cats: "okwithcats",
  vaccinated: "uptodate shotsuptodate",
};

type FileFact = Exclude<FactKey, "bondedWith">;
export type Target = keyof typeof ANIMAL | keyof typeof CARE | FileFact | typeof ID_HEADING;
type Definition = { label: string; type: TargetType; headings: readonly string[] };

const TYPES = { text: "text", choice: "words", flag: "words", date: "date", money: "money", pet: "text" } as const;
const definition = (label: string, [type, headings]: readonly [TargetType, string]): Definition => ({
  label,
  type,
  headings: [lettersOf(label), ...headings.split(" ")].filter((key) => key !== ""),
});
const FILE_FACTS = FACT_KEYS.filter((fact): fact is FileFact => FACTS[fact].headings !== undefined);

/** What a column can hold, in the order in which it is offered. */
export const TARGETS: Readonly<Record<Target, Definition>> = {
  ...recordOf(keysOf(ANIMAL), (key) => definition(capitalized(key), ANIMAL[key])),
  ...recordOf(FILE_FACTS, (fact) => {
    const { label, fileLabel = label, headings = [], type } = FACTS[fact];
    return definition(fileLabel, [TYPES[type], [...headings.map(lettersOf), PROGRAMS[fact]].join(" ")]);
  }),
  ...recordOf(keysOf(CARE), (key) => definition(CARE_LABELS[key], CARE[key])),
  id: { label: "Id of an animal here", type: "text", headings: [] },
};

/** `hasMore`: it adds to another column of the target. */
type Match = { key: string; target: Target; rank: number; hasMore: boolean };

const SECOND_BREEDS = ["secbreed", "secondarybreed", "secondbreed", "breed2"];
const MATCHES: ReadonlyMap<string, readonly Match[]> = Map.groupBy(
  [
    ...keysOf(TARGETS).flatMap((target) =>
      TARGETS[target].headings.map((key, rank): Match => ({ key, target, rank, hasMore: false })),
    ),
    ...SECOND_BREEDS.map((key): Match => ({ key, target: "breed", rank: Number.POSITIVE_INFINITY, hasMore: true })),
  ],
  ({ key }) => key,
);

/**
 * `animalName`, "Dog's name", "Approx. DOB", "Species name" and "Age (years)" are known without these parts. An estimate
 * counts only where no other column says the same.
 */
function matchesOf(heading: string): readonly Match[] {
  if (heading === ID_HEADING) return [{ key: heading, target: "id", rank: 0, hasMore: false }];
  const inside = lettersOf(heading.replace(/\([^)]*\)|\[[^\]]*\]|['’]s\b/g, ""));
  const keys = [lettersOf(heading), inside, inside.replace(BEGINNING, ""), inside.replace(/name$/, "")];
  const matches = keys.flatMap((key) => MATCHES.get(key) ?? []);
  return /^(?:approx|est)/.test(inside) ? matches.map((match) => ({ ...match, rank: match.rank + WORSE })) : matches;
}

/** More than any target has headings. */
const WORSE = 100;
const BEGINNING = /^(?:animal|pet|dog|cat|approx(?:imate)?|est(?:imated)?)/;

/** Each target is the best column for it; a heading that is repeated is left out. */
function suggestionsFor(headings: readonly string[]): (Target | null)[] {
  const suggestions: (Target | null)[] = headings.map(() => null);
  const keys = headings.map(lettersOf);
  const matches = headings.flatMap((heading, at) => matchesOf(heading).map((match) => ({ at, ...match })));
  for (const { at, target, hasMore } of matches.toSorted((one, other) => one.rank - other.rank)) {
    const isRepeated = keys.indexOf(keys[at] ?? "") < at;
    const isFree = suggestions[at] === null && (hasMore || !suggestions.includes(target));
    if (isFree && !isRepeated) suggestions[at] = target;
  }
  return suggestions;
}

/** How far down the headings may stand, below titles. */
const MAX_TITLES = 20;

/** Returns the place of the row that names most columns; -1 if there is none. */
function findHeadings(rows: readonly SheetRow[]): number {
  const counts = rows.slice(0, MAX_TITLES).map(({ cells }) => suggestionsFor(cells).filter(Boolean).length);
  const most = Math.max(0, ...counts);
  const at = counts.indexOf(most);
  // Further down, a single one may be an animal that is called "Story".
  return most >= (at === 0 ? 1 : 2) ? at : -1;
}

export type Column = {
  /** Its place in `cells`. */
  at: number;
  /** As it is written; empty without a line of headings. */
  heading: string;
  /** What of the heading counts, with which a choice is remembered for the next file. */
  key: string;
  /** Null: leave it out. */
  suggestion: Target | null;
  /** The first different values, at most three. */
  samples: string[];
};

/** Without the headings and what stands above them. */
export type Table = { columns: Column[]; rows: SheetRow[] };

/** Without headings, the first columns are name, kind and status. @throws UnreadableFile for too many rows */
export function readTable(sheet: readonly SheetRow[]): Table {
  const headingsAt = findHeadings(sheet);
  const headings = sheet[headingsAt]?.cells ?? [];
  // Reports of several pages repeat their headings.
  const rows = sheet.slice(headingsAt + 1).filter(({ cells }) => cells.join("\t") !== headings.join("\t"));
  if (rows.length > MAX_ROWS) {
    const [count, most] = [rows.length, MAX_ROWS].map((number) => number.toLocaleString("en"));
    throw new UnreadableFile(`There are ${count} rows, and up to ${most} can be imported at once. Import it in parts`);
  }
  const suggestions = headingsAt === -1 ? (["name", "kind", "status"] as const) : suggestionsFor(headings);
  const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), headings.length);
  const columns = Array.from({ length: width }, (_, at) => {
    const heading = headings[at] ?? "";
    return { at, heading, key: lettersOf(heading), suggestion: suggestions[at] ?? null, samples: samplesOf(rows, at) };
  });
  return { columns: columns.filter(({ heading, samples }) => heading !== "" || samples.length > 0), rows };
}

const samplesOf = (rows: readonly SheetRow[], at: number): string[] =>
  [...new Set(rows.map(({ cells }) => cells[at] ?? ""))].filter((cell) => cell !== "").slice(0, 3);
