import type { Sight } from "../audit/change-store";
import type { Actor } from "../audit/store";
import type { Author } from "../domain";
import type { KnownKey } from "../keys/secret-store";
import type { Verdict } from "../limits/bucket";
import type { Visibility } from "../pets/care/visibility";
import type { Scope } from "../scopes";

/** A stranger has no valid credential; `reason` says why. */
export type Caller =
  | KnownKey
  | { kind: "person"; id: string; session: string; scopes: readonly Scope[] }
  | { kind: "visitor"; scopes: readonly Scope[] }
  | { kind: "stranger"; reason: "missing" | "invalid" }
  /** The key is unknown and was not looked up, because the IP address is over its limit for strangers. */
  | { kind: "stranger"; reason: "unexamined"; verdict: Verdict };

export const hasScope = (caller: Caller, scope: Scope) => "scopes" in caller && caller.scopes.includes(scope);

/** Which animals the caller sees: visitors those that are public, others all, or what they ask for. */
export const visibilityOf = (caller: Caller, wanted?: Visibility): Visibility =>
  caller.kind === "key" || caller.kind === "person" ? (wanted ?? "all") : "public";

/** What the caller sees of a history. */
export const sightOf = (caller: Caller): Sight => ({
  seesOrders: hasScope(caller, "orders:read"),
  seesApplications: hasScope(caller, "applications:read"),
  seesCare: hasScope(caller, "care:read"),
});

/** @throws TypeError if the caller is no person: the endpoint has to require the scope `admin` */
export function actorOf(caller: Caller): Extract<Actor, { personId: string }> {
  if (caller.kind !== "person") throw new TypeError(`a ${caller.kind} cannot be an actor`);
  return { kind: "admin", personId: caller.id };
}

/** @throws TypeError for a visitor or a stranger: the endpoint has to require a scope that neither has */
export function authorOf(caller: Caller): Author {
  if (caller.kind !== "person" && caller.kind !== "key") throw new TypeError(`a ${caller.kind} cannot be an author`);
  return { kind: caller.kind, id: caller.id };
}

/** The actor of a change that a person makes of their own record. @throws TypeError if the caller is no person */
export function selfOf(caller: Caller): Extract<Actor, { personId: string }> {
  return { ...actorOf(caller), kind: "self" };
}
