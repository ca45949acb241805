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
