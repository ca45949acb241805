import { siteOrigin } from "@/lib/http/site";
import { findPage, markdownResponse, textOf } from "../../pages";

/** `/docs/<name>.md` (next.config.mjs). */
export async function GET(_request: Request, { params }: { params: Promise<{ name: string }> }): Promise<Response> {
  const page = findPage((await params).name);
  if (!page) return new Response("Not found", { status: 404, headers: { "Content-Type": "text/plain" } });
  return markdownResponse(textOf(page, await siteOrigin()));
}
