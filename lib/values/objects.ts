/** An object with members, and no array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** TypeScript types them as strings, because an object may have more keys than its type says. */
export const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T & string)[];

export const mapValues = <K extends string, V, W>(record: Readonly<Record<K, V>>, map: (value: V) => W) =>
  Object.fromEntries(keysOf(record).map((key) => [key, map(record[key])])) as Record<K, W>; // its keys are the same

export const recordOf = <K extends string, V>(keys: readonly K[], valueFor: (key: K) => V) =>
  Object.fromEntries(keys.map((key) => [key, valueFor(key)])) as Record<K, V>; // all of the keys

type Defined<T, K extends keyof T> = { [Key in K]?: Exclude<T[Key], undefined> };

/** Those of these members that are not undefined. */
export const definedOf = <T extends object, K extends keyof T>(object: T, keys: readonly K[]): Defined<T, K> =>
  Object.fromEntries(keys.flatMap((key) => (object[key] === undefined ? [] : [[key, object[key]]]))) as Defined<T, K>; // they have these names

/** Parts of at most this many entries, in order. */
export function chunksOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}

/** The code of a system error, such as `EEXIST`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Null if no value differs. */
export function changedValues(values: object, before: object): object | null {
  const earlier = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]));
  const changed = Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== earlier.get(name));
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

type MergedEdits<T> = { values: T; collisions: (keyof T)[] };

/**
 * Merges field by field what two people made of `base`. A field that both changed to different values is a collision,
 * and `values` has mine.
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

export function differ<T extends object>(one: T, other: Readonly<Record<keyof T, unknown>>): boolean {
  return keysOf(one).some((field) => one[field] !== other[field]);
}
