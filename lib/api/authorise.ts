import "server-only";
import { ApiError } from "../http/errors";
import type { Incoming } from "../http/message";
import { findSignedIn } from "../people/session-store";
import { now } from "../process/clock";
import type { Scope } from "../scopes";
import { isForeignPage } from "../sign-in/own-page";
import { HOUR_MS } from "../values/time";
import { type Caller, hasScope } from "./caller";
import type { AnySpec } from "./spec";

/** How long after signing in a person may do what needs their password. */
const FRESH_MS = HOUR_MS;

/**
 * Requires the scope. A person's session and role are looked up every time, so a change of them takes effect at once.
 * Tokens of this site's pages do not work on other sites' pages.
 * @throws ApiError unauthorized (RFC 9110, 11.6.1), forbidden (RFC 6750, 3.1), password_required (RFC 9470, 3)
 */
export async function authorise(caller: Caller, spec: AnySpec, request: Incoming): Promise<void> {
  const { scope, orScopes = [] } = spec;
  if (caller.kind === "stranger") throw unauthorized(caller.reason);
  if (caller.kind !== "key" && isForeignPage(request))
    throw forbidden(scope, "This token works only on the site's own pages");
  if (!orScopes.some((one) => hasScope(caller, one))) requireScope(caller, scope);
  if (scope === "admin" && caller.kind !== "person") throw forbidden(scope);
  if (caller.kind === "person") await requireSession(caller, spec);
}

/** @throws ApiError forbidden */
export function requireScope(caller: Caller, scope: Scope, message?: string): void {
  if (hasScope(caller, scope)) return;
  throw forbidden(scope, message ?? (caller.kind === "key" ? `This API key lacks the scope ${scope}` : undefined));
}

const CHALLENGE = 'Bearer realm="pets"';

function unauthorized(reason: "missing" | "invalid" | "unexamined"): ApiError {
  return new ApiError("unauthorized", "A valid API key is required: Authorization: Bearer <API_KEY>", {
    "WWW-Authenticate": reason === "invalid" ? `${CHALLENGE}, error="invalid_token"` : CHALLENGE,
  });
}

export function insufficientScope(scope: Scope): string {
  return `${CHALLENGE}, error="insufficient_scope", scope="${scope}"`;
}

function forbidden(scope: Scope, message = "You do not have permission to do this"): ApiError {
  return new ApiError("forbidden", message, { "WWW-Authenticate": insufficientScope(scope) });
}

type PersonCaller = Extract<Caller, { kind: "person" }>;

async function requireSession(caller: PersonCaller, { scope, needsPassword }: AnySpec): Promise<void> {
  const person = await findSignedIn(caller.id, caller.session);
  if (!person) throw unauthorized("invalid");
  if (person.mustChangePassword || (scope === "admin" && person.role !== "admin")) throw forbidden(scope);
  if (needsPassword && person.since.getTime() <= now() - FRESH_MS) {
    throw new ApiError("password_required", "Sign in again: this needs a password from within the last hour", {
      "WWW-Authenticate": `${CHALLENGE}, error="insufficient_user_authentication", max_age=${FRESH_MS / 1_000}`,
    });
  }
}
