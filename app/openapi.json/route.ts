import { describeApi } from "@/lib/http/openapi";
import { siteOrigin } from "@/lib/site";
import { ROUTES } from "../v1/routes";

/** The OpenAPI document of `/v1`, printed from the very specifications that answer. */
export async function GET(): Promise<Response> {
  return Response.json(describeApi(ROUTES, await siteOrigin()), { headers: { "Access-Control-Allow-Origin": "*" } });
}
