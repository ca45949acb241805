/**
 * Returns the keys of an object. TypeScript types them as strings, because an object may have more keys than its type
 * says.
 */
export const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T & string)[];

/** Returns a record with the same keys and what `map` makes of each value. */
export const mapValues = <K extends string, V, W>(record: Readonly<Record<K, V>>, map: (value: V) => W) =>
  Object.fromEntries(keysOf(record).map((key) => [key, map(record[key])])) as Record<K, W>; // its keys are the same
