/**
 * Returns the first field that is only partly filled in, such as a date without a year. The browser says that its value
 * is empty, so without this it would count as left out.
 */
export function findUnfinished(within: ParentNode | null): HTMLInputElement | undefined {
  return [...(within?.querySelectorAll("input") ?? [])].find(({ validity }) => validity.badInput);
}

/** Says what to do about such a field. */
export const unfinishedWords = ({ type }: Pick<HTMLInputElement, "type">) => `Complete the ${type}, or clear it.`;
