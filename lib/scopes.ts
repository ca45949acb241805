/** What an API key may be allowed to do. */
export const SCOPES = ["pets:read", "pets:write", "orders:read", "orders:write"] as const;

/** The scopes of a new key by default. */
export const DEFAULT_SCOPES = ["pets:read", "pets:write"] as const;

/**
 * All scopes that a credential can have. No API key can have `admin` (keys, people, settings) or the scopes of
 * applications, which hold personal data.
 */
export const ALL_SCOPES = [
  ...SCOPES,
  "applications:create",
  "applications:read",
  "applications:write",
  "admin",
] as const;
export type Scope = (typeof ALL_SCOPES)[number];
