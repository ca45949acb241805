import { endpoint, route } from "@/lib/http/endpoint";
import { toDetail } from "@/lib/keys/present";
import { KeyDetail } from "@/lib/keys/schema";
import { readKey } from "@/lib/keys/store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "getKey",
    scope: "admin",
    stability: "experimental",
    returns: KeyDetail,
    handle: async ({ params }) => ({ data: await toDetail(await readKey(params.keyId ?? "")) }),
  }),
});
