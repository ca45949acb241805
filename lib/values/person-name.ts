/** "vera.lang@shelter.example" is "Vera Lang". A text that is no e-mail address keeps its words. */
export function personName(text: string): string {
  const words = text
    .replace(/[+@].*$/s, "")
    .split(/[._\s-]+/)
    .filter((word) => word !== "");
  return words.length === 0 ? text : words.map(capital).join(" ");
}

const capital = ([first = "", ...rest]: string) => first.toUpperCase() + rest.join("");

type StoredName = { name: string; email: string };

/** A person's name until somebody enters another one. */
export const localPartOf = (email: string) => email.slice(0, email.indexOf("@"));

/** The name that others see. */
export const shownName = ({ name, email }: StoredName) => (name === localPartOf(email) ? personName(email) : name);

export const firstWord = (name: string) => name.trim().split(/\s+/u)[0] ?? "";

/** Of the first and the last word, as capitals. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word = "") => ([...word][0] ?? "").toUpperCase()).join("");
}
