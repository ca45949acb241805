declare global {
  var __pets: Map<string, unknown> | undefined;
}

function values(): Map<string, unknown> {
  globalThis.__pets ??= new Map();
  return globalThis.__pets;
}

/**
 * A value that exists once per process, made when it is first asked for. Next.js bundles its own copies of `lib/` for
 * pages and for route handlers, and the production server has another, so a module variable would exist three times.
 */
export function singleton<T>(name: string, make: () => T): T {
  const known = values();
  if (!known.has(name)) known.set(name, make());
  // Each name is used in one place, so it has one type.
  return known.get(name) as T;
}

/** Takes a value away, to end what it holds; undefined when it was not made. The next `singleton` makes it again. */
export function takeSingleton<T>(name: string): T | undefined {
  const taken = values().get(name) as T | undefined; // as above
  forget(name);
  return taken;
}

/** Forgets a value, so that the next `singleton` of this name makes it again. */
export function forget(name: string): void {
  values().delete(name);
}
