/** How to find a folded name: by pieces that an index has, then by a condition that decides. */
export type Search = {
  /** Pieces that every matching name has (pets_grams). */
  grams: string[];
  /** The condition on the column `folded`. `placeholder` stands for the value. */
  condition(placeholder: string): string;
  value: string;
};

/**
 * Returns how to find the names that contain a folded text (pets_fold). One or two characters have to be at the start
 * of a word, which is the start of the name or comes after one of `pets_breaks`. Returns
 * null for an empty string, such as one of only accents, because every name contains it.
 */
export function searchFor(folded: string): Search | null {
  const letters = [...folded];
  if (letters.length === 0) return null;
  if (letters.length <= 2) {
    const value = letters.map((letter) => (/[\w\s]|[^\0-\x7f]/.test(letter) ? letter : `\\${letter}`)).join("");
    const condition = (placeholder: string) => `folded ~ ('(^|' || pets_breaks() || ')' || ${placeholder})`;
    return { grams: [` ${folded}`], condition, value };
  }
  return {
    grams: letters.slice(2).map((_, index) => letters.slice(index, index + 3).join("")),
    condition: (placeholder) => `folded LIKE ${placeholder}`,
    value: `%${folded.replace(/[\\%_]/g, "\\$&")}%`,
  };
}
