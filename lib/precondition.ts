/** The versions that a request accepts: the numbers in If-Match, or any (RFC 9110, 13.1.1). */
export type IfMatch = "*" | readonly bigint[];

/** Whether something with this version may be changed. Without a precondition it may. */
export function matches(ifMatch: IfMatch | null, version: bigint): boolean {
  return ifMatch === null || ifMatch === "*" || ifMatch.includes(version);
}
