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

type Route = { segments: readonly string[]; methods: Partial<Record<string, Handler>> };

/** The routes of `app/v1`, as Next.js mounts them; a test holds this list against the folder. */
export const ROUTES: readonly Route[] = [
  { segments: ["v1", "pets"], methods: pets },
  { segments: ["v1", "pets", "[petId]"], methods: pet },
  { segments: ["v1", "keys"], methods: keys },
  { segments: ["v1", "keys", "[keyId]"], methods: key },
  { segments: ["v1", "keys", "[keyId]", "rotate"], methods: keyRotate },
  { segments: ["v1", "keys", "[keyId]", "revoke"], methods: keyRevoke },
  { segments: ["v1", "keys", "[keyId]", "unban"], methods: keyUnban },
  { segments: ["v1", "people"], methods: people },
  { segments: ["v1", "people", "[personId]"], methods: person },
  { segments: ["v1", "people", "[personId]", "password"], methods: personPassword },
  { segments: ["v1", "audit"], methods: audit },
];

/**
 * Answers a `/v1` request by calling the exported route handler directly. Next.js mounts the same functions; going around
 * its router saves most of the time of a request.
 */
export async function handleV1(request: Request): Promise<Response> {
  const path = request.url.slice(request.url.indexOf("/", 8)).split(/[?#]/, 1)[0] ?? "/";
  const segments = path.slice(1).split("/").map(decode);
  for (const route of ROUTES) {
    const params = match(route.segments, segments);
    if (!params) continue;
    // PUT is none of ours anywhere, so its handler stands for every method that we do not know: it answers 405.
    const handler = route.methods[request.method] ?? route.methods.PUT ?? notFound;
    return handler(request, { params: Promise.resolve(params) });
  }
  return notFound(request);
}

function match(pattern: readonly string[], segments: readonly (string | null)[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const actual = segments[index];
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
