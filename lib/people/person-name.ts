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
