let format: Intl.ListFormat | undefined;

/**
 * Returns words as a sentence lists them: "cats, dogs and rabbits". The format is made when it is first needed, because
 * that holds up a slow phone.
 */
export function andList(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  format ??= new Intl.ListFormat("en-GB");
  return format.format(words);
}
