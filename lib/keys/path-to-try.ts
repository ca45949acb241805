import type { Scope } from "../scopes";

const PATHS: readonly [Scope, string][] = [
  ["pets:read", "/v1/pets?limit=3"],
  ["orders:read", "/v1/store/orders?limit=3"],
  ["pets:write", "/v1/pets/removed?limit=3"],
];

/**
 * Returns a path that a key with these permissions can read, or null if everything that it may do changes something.
 */
export function pathToTry(scopes: readonly Scope[]): string | null {
  return PATHS.find(([scope]) => scopes.includes(scope))?.[1] ?? null;
}
