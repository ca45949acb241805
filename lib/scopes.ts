/** What a credential may do. */
export const SCOPES = ["pets:read", "pets:write"] as const;
export type Scope = (typeof SCOPES)[number];
