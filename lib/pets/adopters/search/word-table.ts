/** Returns a map from each word of a table to the key of its row. Words are separated by spaces. */
export function keysByWord<K extends string>(table: Readonly<Partial<Record<K, string>>>): ReadonlyMap<string, K> {
  const rows = Object.entries<string | undefined>(table) as [K, string][]; // its keys are those of `table`
  return new Map(rows.flatMap(([key, words]) => words.split(" ").map((word) => [word, key] as const)));
}
