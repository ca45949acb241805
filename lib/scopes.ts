/** What an API key may be allowed to do. */
export const SCOPES = ["pets:read", "pets:write", "orders:read", "orders:write"] as const;

/** What a new key may do unless its maker says otherwise. */
export const DEFAULT_SCOPES = ["pets:read", "pets:write"] as const;

/**
 * What a credential may do. No API key can have the scopes of applications, which hold personal data, or `admin` (keys,
 * people, settings).
 */
export const ALL_SCOPES = [
  ...SCOPES,
  "applications:create",
  "applications:read",
  "applications:write",
  "admin",
] as const;
export type Scope = (typeof ALL_SCOPES)[number];
