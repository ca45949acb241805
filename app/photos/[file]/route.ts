import { findShownFile } from "@/lib/pets/photos/file-store";
import { parsePhotoPath, photoHeaders, photoTag } from "@/lib/pets/photos/files";

export const dynamic = "force-dynamic";

/** Only where Next.js serves the site. The production server sends photos itself (server/pages). */
export async function GET(request: Request): Promise<Response> {
  const name = parsePhotoPath(new URL(request.url).pathname);
  const bytes = name && (await findShownFile(name));
  if (!bytes)
    return new Response("There is no such photo.\n", { status: 404, headers: { "Cache-Control": "no-store" } });
  const headers = new Headers();
  const list = photoHeaders(name);
  for (let at = 0; at < list.length; at += 2) headers.set(list[at] ?? "", list[at + 1] ?? "");
  const known = request.headers
    .get("if-none-match")
    ?.split(",")
    .some((tag) => tag.trim() === photoTag(name));
  return new Response(known ? null : new Uint8Array(bytes), { status: known ? 304 : 200, headers });
}
