/** What an API key may be allowed to do. */
export const SCOPES = ["pets:read", "pets:write"] as const;

/** What a credential may do. `admin` (keys and people) is for signed-in admins only: no API key can have it. */
export const ALL_SCOPES = [...SCOPES, "admin"] as const;
export type Scope = (typeof ALL_SCOPES)[number];
