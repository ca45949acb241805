const store = globalThis as unknown as { __pets?: Map<string, unknown> };

/**
 * Process-wide state. Next bundles its own copies of `lib/` for pages and for route handlers, and the production server
 * has another, so a module variable would exist three times; globalThis exists once.
 */
export function singleton<T>(name: string, make: () => T): T {
  store.__pets ??= new Map();
  if (!store.__pets.has(name)) store.__pets.set(name, make());
  return store.__pets.get(name) as T;
}

/** Forgets what `once` made under this name, so that the next call makes it anew. */
export function forget(name: string): void {
  store.__pets?.delete(name);
}
