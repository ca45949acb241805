/** Operations of OpenAPI without references. */
export type Operations = Readonly<Record<string, object>>;

/** The values at each path of an operation. */
type Facts = Map<string, Set<unknown>>;

/** Stands for an object, whose members have paths of their own. */
const OBJECT = {};

/**
 * Names each place where a program that was written for the released operations may fail today. All that is not an
 * addition counts, even a bound that became wider.
 */
export function breakingChanges(released: Operations, today: Operations): string[] {
  return Object.entries(released).flatMap(([name, before]) => {
    const after = today[name];
    if (!after) return [name];
    const [old, now] = [factsOf(before), factsOf(after)];
    const gone = [...old].filter(([path, values]) => !values.isSubsetOf(now.get(path) ?? new Set()));
    const added = [...now].filter(([path, values]) =>
      isBreaking(path, values.difference(old.get(path) ?? new Set()), old),
    );
    return [...new Set([...gone, ...added].map(([path]) => name + path))];
  });
}

/** Entries of a list share its path, except that parameters have their names. */
function factsOf(part: unknown, path = "", facts: Facts = new Map()): Facts {
  const isObject = typeof part === "object" && part !== null;
  const values = facts.get(path) ?? new Set();
  facts.set(path, Array.isArray(part) ? values : values.add(isObject ? OBJECT : part));
  for (const [key, inner] of Object.entries(isObject ? part : {})) {
    const name = Array.isArray(part) ? inner?.name : key;
    factsOf(inner, name === undefined ? path : `${path}/${name}`, facts);
  }
  return facts;
}

/** New members, errors and error codes break nothing. New demands of a request do, and new values in an answer. */
function isBreaking(path: string, added: Set<unknown>, old: Facts): boolean {
  const [, holder = "", keyword = ""] = /^(.*)\/(.*)$/.exec(path) ?? [];
  const isChoice = old.has(path) && ["enum", "type"].includes(keyword);
  if (added.size === 0 || added.has(OBJECT)) return false;
  if (/^\/responses/.test(path)) return isChoice && /^\/responses\/2/.test(path);
  const isDemand = keyword === "required" && added.has(true);
  return /^\/(parameters|requestBody)/.test(path) && (isDemand || (old.has(holder) && !isChoice));
}
