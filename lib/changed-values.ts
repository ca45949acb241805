/** Returns the values that differ from those before, or null if none does. */
export function changedValues(values: object, before: object): object | null {
  const earlier = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]));
  const changed = Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== earlier.get(name));
  return changed.length === 0 ? null : Object.fromEntries(changed);
}
