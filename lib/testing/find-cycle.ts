/**
 * Finds modules, or groups of them, that import each other in a cycle. Returns null if there are none.
 * Imports of types count too, because a cycle is hard to read.
 */
export function findCycle(edges: readonly (readonly [from: string, to: string])[]): string[] | null {
  const targets = new Map<string, string[]>();
  for (const [from, to] of edges) targets.set(from, [...(targets.get(from) ?? []), to]);
  const finished = new Set<string>();
  const visit = (name: string, path: readonly string[]): string[] | null => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (finished.has(name)) return null;
    for (const target of targets.get(name) ?? []) {
      const cycle = visit(target, [...path, name]);
      if (cycle) return cycle;
    }
    finished.add(name);
    return null;
  };
  for (const name of targets.keys()) {
    const cycle = visit(name, []);
    if (cycle) return cycle;
  }
  return null;
}
