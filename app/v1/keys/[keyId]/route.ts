import { endpoint, route } from "@/lib/api/endpoint";
import { toDetail } from "@/lib/keys/response";
import { KeyDetail, KeyParams } from "@/lib/keys/schema";
import { readKey } from "@/lib/keys/store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "getKey",
    summary: "Get an API key, with its use and bans",
    scope: "admin",
    stability: "experimental",
    params: KeyParams,
    returns: KeyDetail,
    handle: async ({ params: { keyId } }) => ({ data: await toDetail(await readKey(keyId)) }),
  }),
});
