declare global {
  var __pets: Map<string, unknown> | undefined;
}

function values(): Map<string, unknown> {
  globalThis.__pets ??= new Map();
  return globalThis.__pets;
}

/**
 * A value that exists once per process. Next.js bundles its own copies of `lib/` for pages and for route handlers, and
 * our server has a third, so a module variable would exist three times.
 */
export function singleton<T>(name: string, make: () => T): T {
  const singletons = values();
  if (!singletons.has(name)) singletons.set(name, make());
  // Each name is used in one place only.
  return singletons.get(name) as T;
}

/** Removes and returns a value, so that the caller can close it. */
export function takeSingleton<T>(name: string): T | undefined {
  const taken = values().get(name) as T | undefined; // see singleton
  values().delete(name);
  return taken;
}

/** Forgets all values whose names begin like this. */
export function forgetSingletons(beginning: string): void {
  for (const name of values().keys()) if (name.startsWith(beginning)) values().delete(name);
}
