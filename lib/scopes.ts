export const SCOPES = [
  ...(["pets:read", "pets:write", "care:read", "care:write"] as const),
  ...(["history:read", "orders:read", "orders:write"] as const),
] as const;

export const DEFAULT_SCOPES = ["pets:read", "pets:write"] as const;

/**
 * No API key can have `admin` or the scopes of applications, which hold personal data. Histories name people, so
 * `history:read` is never a visitor's.
 */
export const ALL_SCOPES = [
  ...SCOPES,
  "applications:create",
  "applications:read",
  "applications:write",
  "admin",
] as const;
export type Scope = (typeof ALL_SCOPES)[number];
