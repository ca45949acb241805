import { findSession } from "@/lib/people/better-auth";
import { findHiddenFile, findShownFile } from "@/lib/pets/photos/file-store";
import { parsePhotoPath, photoHeaders, photoTag } from "@/lib/pets/photos/files";

export const dynamic = "force-dynamic";

/** The production server sends photos of public animals itself (server/pages), and leaves others to this. */
export async function GET(request: Request): Promise<Response> {
  const name = parsePhotoPath(new URL(request.url).pathname);
  const shown = name && (await findShownFile(name));
  const hidden = name && !shown && (await isSignedIn(request)) ? await findHiddenFile(name) : null;
  const bytes = shown ?? hidden;
  if (!name || !bytes)
    return new Response("There is no such photo.\n", { status: 404, headers: { "Cache-Control": "no-store" } });
  const headers = new Headers();
  const list = photoHeaders(name);
  for (let at = 0; at < list.length; at += 2) headers.set(list[at] ?? "", list[at + 1] ?? "");
  if (hidden) headers.set("Cache-Control", "private, max-age=31536000, immutable");
  const known = request.headers
    .get("if-none-match")
    ?.split(",")
    .some((tag) => tag.trim() === photoTag(name));
  return new Response(known ? null : new Uint8Array(bytes), { status: known ? 304 : 200, headers });
}

async function isSignedIn({ headers }: Request): Promise<boolean> {
  const session = await findSession(headers);
  return session !== null && !session.mustChangePassword;
}
