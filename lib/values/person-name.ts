/**
 * Returns the likely name of a person, from their e-mail address: "vera.lang@shelter.example" is "Vera Lang". A text
 * that is not an e-mail address keeps its words.
 */
export function personName(text: string): string {
  const words = text
    .replace(/[+@].*$/s, "")
    .split(/[._\s-]+/)
    .filter((word) => word !== "");
  return words.length === 0 ? text : words.map(capital).join(" ");
}

const capital = ([first = "", ...rest]: string) => first.toUpperCase() + rest.join("");

/** A person as stored. `name` is the local part of the e-mail address until somebody enters another one. */
type StoredName = { name: string; email: string };

/** Returns the local part of an e-mail address, which is a person's name until somebody enters another one. */
export const localPartOf = (email: string) => email.slice(0, email.indexOf("@"));

/** Returns the name of a person that others see. */
export const shownName = ({ name, email }: StoredName) => (name === localPartOf(email) ? personName(email) : name);

/** Returns the first word of a name. */
export const firstWord = (name: string) => name.trim().split(/\s+/u)[0] ?? "";

/** Returns the first letters of the first and the last word of a name, as capitals. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word = "") => ([...word][0] ?? "").toUpperCase()).join("");
}
