import "server-only";
import { ApiError } from "../http/errors";
import type { Incoming } from "../http/message";
import { findSignedIn } from "../people/session-store";
import type { Scope } from "../scopes";
import { isForeignPage } from "../sign-in/own-page";
import type { Caller } from "./caller";

/**
 * Requires that the caller has the scope. A person's session and role are looked up every time, except for reading
 * animals, so signing out, a new password, a new role or disabling takes effect immediately. The tokens of this site's
 * pages do not work on pages of other sites, which could otherwise act in the name of their readers.
 * @throws ApiError unauthorized (RFC 9110, 11.6.1) or forbidden (RFC 6750, 3.1)
 */
export async function authorise(caller: Caller, scope: Scope, request: Incoming): Promise<void> {
  if (caller.kind === "stranger") throw unauthorized(caller.reason);
  if (caller.kind !== "key" && isForeignPage(request))
    throw forbidden(scope, "This token works only on the site's own pages");
  if (!caller.scopes.includes(scope))
    throw forbidden(scope, caller.kind === "key" ? `This API key lacks the scope ${scope}` : undefined);
  if (scope === "admin" && caller.kind !== "person") throw forbidden(scope);
  if (scope === "pets:read" || caller.kind !== "person") return;
  await requireSession(caller, scope);
}

const CHALLENGE = 'Bearer realm="pets"';

function unauthorized(reason: "missing" | "invalid" | "unexamined"): ApiError {
  return new ApiError("unauthorized", "A valid API key is required: Authorization: Bearer <API_KEY>", {
    "WWW-Authenticate": reason === "invalid" ? `${CHALLENGE}, error="invalid_token"` : CHALLENGE,
  });
}

/** Returns the challenge of a 403: the scope that the operation needs (RFC 6750, 3.1). */
export function insufficientScope(scope: Scope): string {
  return `${CHALLENGE}, error="insufficient_scope", scope="${scope}"`;
}

function forbidden(scope: Scope, message = "You do not have permission to do this"): ApiError {
  return new ApiError("forbidden", message, { "WWW-Authenticate": insufficientScope(scope) });
}

async function requireSession(caller: Extract<Caller, { kind: "person" }>, scope: Scope): Promise<void> {
  const person = await findSignedIn(caller.id, caller.session);
  if (!person) throw unauthorized("invalid");
  if (person.mustChangePassword || (scope === "admin" && person.role !== "admin")) throw forbidden(scope);
}
