import { now } from "../process/clock";
import { DAY_MS } from "../values/time";
import { closedWords } from "./hours";
import type { Shelter } from "./schema";

/** A note for adopters: a fact with a label, such as "Adoption fee", or only a text. */
export type Note = { label: string; text: string };

/** A short label at the beginning of a line. What follows the colon is not a part of a URL. */
const LABELLED = /^\s*([^\s:.!?;,][^:.!?;,]{0,29}?)\s*:\s+(\S.*)$/u;

/**
 * Reads the notes for adopters as people write them: "Adoption fee: £90" is a fact, lines without a label are a text.
 */
export function readNotes(notes: string): Note[] {
  const read: Note[] = [];
  for (const line of notes.split(/\r?\n/)) {
    const [, label = "", fact = ""] = LABELLED.exec(line) ?? [];
    const last = read.at(-1);
    if (label) read.push({ label, text: fact.trimEnd() });
    else if (last?.label === "") last.text += `\n${line}`;
    else if (/\S/.test(line)) read.push({ label, text: line });
  }
  return read.map(({ label, text }) => ({ label, text: text.trim() }));
}

/** The end of a label, for animals without their own line. */
const FOR_OTHERS = " for other animals";

/**
 * Returns the notes for one of these kinds, which are in the plural. A label may end with the kind that its note is
 * for: "Adoption fee for dogs", and then "Adoption fee for other animals". Notes for other kinds are left out.
 */
export function notesFor(kind: string, notes: readonly Note[], kinds: readonly string[]): Note[] {
  const ends = [...kinds.map((each) => ` for ${each}`), FOR_OTHERS];
  const endOf = ({ label }: Note) => ends.find((end) => label.toLowerCase().endsWith(end)) ?? "";
  const stemOf = (note: Note) => note.label.slice(0, note.label.length - endOf(note).length);
  const own = new Set(notes.filter((note) => endOf(note) === ` for ${kind}`).map(stemOf));
  return notes
    .filter(
      (note) => ["", ` for ${kind}`].includes(endOf(note)) || (endOf(note) === FOR_OTHERS && !own.has(stemOf(note))),
    )
    .map((note) => ({ ...note, label: stemOf(note) }));
}

type Address = Pick<Shelter, "street" | "postalCode" | "city" | "country">;

/** Where the postal code has its own line after the town, and where it follows the town in the same line. */
const OWN_LINE =
  /^(?:(?:the )?united kingdom|uk|u\.k\.|gb|(?:great )?britain|england|scotland|wales|northern ireland|ireland|éire|eire)$/i;
const AFTER_TOWN =
  /^(?:(?:the )?united states(?: of america)?|usa?|u\.s\.(?:a\.)?|canada|australia|new zealand|south africa|india|singapore)$/i;
/** A British postal code, for an address without a country. */
const BRITISH_CODE = /^[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}$/i;

/** Returns the lines of the postal address, as on an envelope of its country. There are none if nothing is known. */
export function addressLines({ street, postalCode, city, country }: Address): string[] {
  const lines = [street, ...townLines(postalCode, city, country?.trim() ?? ""), country];
  return lines.filter((line): line is string => !!line);
}

function townLines(code: string | null, town: string | null, country: string): (string | null)[] {
  const isBritish = country === "" && BRITISH_CODE.test(code ?? "");
  if (isBritish || OWN_LINE.test(country)) return [town, code];
  const parts = AFTER_TOWN.test(country) ? [town, code] : [code, town];
  return [parts.filter(Boolean).join(" ")];
}

/** A link that opens the address in a map. Null without a street or a city. */
export function mapHref(shelter: Address): string | null {
  if (!shelter.street && !shelter.city) return null;
  const query = addressLines(shelter).join(", ");
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: "1", query })}`;
}

/** An extension follows as RFC 3966 has it. */
export function telephoneHref(telephone: string): string {
  const [number = "", extension = ""] = telephone.split(/[a-z#]+/i).map((part) => part.replace(/[^+\d]/g, ""));
  return `tel:${number}${extension && `;ext=${extension}`}`;
}

type ReplyTimes = Pick<Shelter, "replyDays" | "openingHours">;

/** Says how soon the shelter answers an application, in a sentence. */
export function replyWords(replyDays: number | null): string {
  if (replyDays === null) return "We will reply as soon as we can.";
  return `We usually reply within ${replyDays === 1 ? "a day" : `${replyDays} days`}.`;
}

/** The days within which a shelter opens again, as far as this looks. */
const LOOKED_AT_DAYS = 14;

/**
 * Says how soon the shelter answers an application from a given time, and until that day has passed, by which day. If
 * the shelter is closed on that day, it answers by the next day on which it is open.
 */
export function replyByWords({ replyDays, openingHours }: ReplyTimes, since: Date): string {
  const days = Array.from(
    { length: LOOKED_AT_DAYS },
    (_, more) => new Date(since.getTime() + ((replyDays ?? 0) + more) * DAY_MS),
  );
  const isOpen = (day: Date) => closedWords(openingHours, day.toISOString().slice(0, 10), "") === "";
  const deadline = days.find(isOpen) ?? days[0] ?? since;
  if (replyDays === null || deadline.getTime() < now()) return replyWords(replyDays);
  const day = deadline.toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
  return `Expect our reply by ${day}.`;
}
