import type { Actor } from "../audit/store";
import type { Author } from "../domain";
import type { KnownKey } from "../keys/secret-store";
import type { Verdict } from "../limits/bucket";
import type { Scope } from "../scopes";

/** The sender of a request. A stranger has no valid credential; `reason` says why. */
export type Caller =
  | KnownKey
  | { kind: "person"; id: string; session: string; scopes: readonly Scope[] }
  | { kind: "visitor"; scopes: readonly Scope[] }
  | { kind: "stranger"; reason: "missing" | "invalid" }
  /** The key was not looked up, because it is not known and the IP address is over its limit for strangers. */
  | { kind: "stranger"; reason: "unexamined"; verdict: Verdict };

/**
 * Returns the actor of a change that needs the scope `admin`, which only people have.
 * @throws TypeError for any other caller. That is a bug of the endpoint: it has to require that scope.
 */
export function actorOf(caller: Caller): Extract<Actor, { personId: string }> {
  if (caller.kind !== "person") throw new TypeError(`a ${caller.kind} cannot be an actor`);
  return { kind: "admin", personId: caller.id };
}

/**
 * Returns the author of a change to animals, orders or applications.
 * @throws TypeError for a visitor or a stranger. That is a bug of the endpoint: it has to require a scope that only
 * keys and people have.
 */
export function authorOf(caller: Caller): Author {
  if (caller.kind !== "person" && caller.kind !== "key") throw new TypeError(`a ${caller.kind} cannot be an author`);
  return { kind: caller.kind, id: caller.id };
}

/**
 * Returns the actor of a change that a person makes of their own record.
 * @throws TypeError for any other caller. That is a bug of the endpoint: it has to require a scope that only people
 * have.
 */
export function selfOf(caller: Caller): Extract<Actor, { personId: string }> {
  return { ...actorOf(caller), kind: "self" };
}
