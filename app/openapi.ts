import { siteOrigin } from "@/lib/http/site";
import { type Audience, describeApi } from "@/lib/reference/document";
import { ROUTES } from "./v1/routes";

/** The document changes only with a release. */
const MAX_AGE_SECONDS = 300;

export async function serveDocument(audience: Audience): Promise<Response> {
  const headers = { "Access-Control-Allow-Origin": "*", "Cache-Control": `public, max-age=${MAX_AGE_SECONDS}` };
  return Response.json(describeApi(ROUTES, await siteOrigin(), audience), { headers });
}
