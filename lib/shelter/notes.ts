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
