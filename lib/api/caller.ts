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
