import * as audit from "@/app/v1/audit/route";
import * as keyRevoke from "@/app/v1/keys/[keyId]/revoke/route";
import * as keyRotate from "@/app/v1/keys/[keyId]/rotate/route";
import * as key from "@/app/v1/keys/[keyId]/route";
import * as keyUnban from "@/app/v1/keys/[keyId]/unban/route";
import * as keys from "@/app/v1/keys/route";
import * as personPassword from "@/app/v1/people/[personId]/password/route";
import * as person from "@/app/v1/people/[personId]/route";
import * as people from "@/app/v1/people/route";
import * as pet from "@/app/v1/pets/[petId]/route";
import * as pets from "@/app/v1/pets/route";
import { type Handler, notFound } from "@/lib/http/endpoint";
import type { Incoming, Outgoing } from "@/lib/http/message";

type Methods = Partial<Record<string, Handler>>;

/** The routes of `app/v1`, as Next.js mounts them; a test holds this table against the folder. */
export const ROUTES: Readonly<Record<string, Methods>> = {
  "/v1/pets": pets,
  "/v1/pets/[petId]": pet,
  "/v1/keys": keys,
  "/v1/keys/[keyId]": key,
  "/v1/keys/[keyId]/rotate": keyRotate,
  "/v1/keys/[keyId]/revoke": keyRevoke,
  "/v1/keys/[keyId]/unban": keyUnban,
  "/v1/people": people,
  "/v1/people/[personId]": person,
  "/v1/people/[personId]/password": personPassword,
  "/v1/audit": audit,
};

const methodsByPath = new Map(Object.entries(ROUTES));
const patterns = [...methodsByPath].map(([path, methods]) => ({ segments: path.split("/"), methods }));

/**
 * Answers a `/v1` request by calling the exported route handler directly. Next.js mounts the same functions; going around
 * its router saves most of the time of a request.
 */
export function handleV1(incoming: Incoming): Promise<Outgoing> {
  const methods = methodsByPath.get(incoming.path);
  if (methods) return handlerFor(methods, incoming.method).serve(incoming, {});
  const segments = incoming.path.split("/", MAX_SEGMENTS).map(decode);
  for (const pattern of patterns) {
    const params = match(pattern.segments, segments);
    if (params) return handlerFor(pattern.methods, incoming.method).serve(incoming, params);
  }
  return notFound.serve(incoming, {});
}

/** No route has more; whatever has is not found. */
const MAX_SEGMENTS = 10;

/** PUT is none of ours anywhere, so its handler stands for every method that we do not know: it answers 405. */
function handlerFor(methods: Methods, method: string): Handler {
  return methods[method] ?? methods.PUT ?? notFound;
}

function match(pattern: readonly string[], segments: readonly (string | null)[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const actual = segments[index];
    if (expected === "" && actual === "") continue;
    if (!actual) return null;
    if (expected.startsWith("[")) params[expected.slice(1, -1)] = actual;
    else if (expected !== actual) return null;
  }
  return params;
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
