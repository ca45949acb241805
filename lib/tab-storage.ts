/** A schema of Zod, or a parser written by hand where Zod would be too large. */
type Parser<T> = { parse(value: unknown): T };

/** Reads what was saved in this tab. Returns null if there is nothing valid, or storage is disabled. */
export function readFromTab<T>(name: string, schema: Parser<T>): T | null {
  try {
    const saved = sessionStorage.getItem(name);
    return saved ? schema.parse(JSON.parse(saved)) : null;
  } catch {
    return null;
  }
}

/** Saves a value as JSON in this tab, or removes it (null). Where storage is disabled or full, nothing is saved. */
export function saveInTab(name: string, value: object | null): void {
  trySaveInTab(name, value);
}

/** Like `saveInTab`, but returns whether it was saved. */
export function trySaveInTab(name: string, value: object | null): boolean {
  try {
    if (value === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
