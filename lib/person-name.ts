/**
 * Returns the name of a person as people write it, from their e-mail address: "vera.lang@shelter.example" is "Vera
 * Lang". A text that is not an e-mail address keeps its words.
 */
export function personName(text: string): string {
  const words = text
    .replace(/[+@].*$/s, "")
    .split(/[._\s-]+/)
    .filter((word) => word !== "");
  return words.length === 0 ? text : words.map(capital).join(" ");
}

const capital = ([first = "", ...rest]: string) => first.toUpperCase() + rest.join("");

/** A person as stored. `name` is the front part of the e-mail address until somebody enters another one. */
type StoredName = { name: string; email: string };

/** Returns the front part of an e-mail address, which is a person's name until somebody enters another one. */
export const firstNameOf = (email: string) => email.slice(0, email.indexOf("@"));

/** Returns the name by which others see a person. */
export const shownName = ({ name, email }: StoredName) => (name === firstNameOf(email) ? personName(email) : name);
