import { keysOf } from "./values/keys-of";

/** Two merged edits: the values, and the fields that both edits changed to different values. */
export type MergedEdits<T> = { values: T; collisions: (keyof T)[] };

/**
 * Merges my edit with somebody else's, field by field. Both started from `base`. A field that only one of us changed
 * keeps that change. A field that both changed to different values is a collision, and `values` has mine.
 */
export function mergeEdits<T extends object>(base: T, mine: T, theirs: T): MergedEdits<T> {
  const values = { ...mine };
  const collisions: (keyof T)[] = [];
  for (const field of keysOf(base)) {
    const [before, my, their] = [base[field], mine[field], theirs[field]].map((value) => JSON.stringify(value));
    if (my === before) values[field] = theirs[field];
    else if (their !== before && their !== my) collisions.push(field);
  }
  return { values, collisions };
}

/** Whether two sets of values differ. */
export function differ<T extends object>(one: T, other: Readonly<Record<keyof T, unknown>>): boolean {
  return keysOf(one).some((field) => one[field] !== other[field]);
}
