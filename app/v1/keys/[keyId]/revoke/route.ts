import { actorOf } from "@/lib/api/caller";
import { endpoint, route } from "@/lib/api/endpoint";
import { toDetail } from "@/lib/keys/response";
import { KeyDetail, KeyParams } from "@/lib/keys/schema";
import { getKey, revokeKey } from "@/lib/keys/store";
import { EmptyObject } from "@/lib/values/schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    operationId: "revokeKey",
    summary: "Revoke an API key permanently",
    scope: "admin",
    needsPassword: true,
    stability: "experimental",
    params: KeyParams,
    body: EmptyObject,
    returns: KeyDetail,
    async handle({ params: { keyId }, caller }) {
      await revokeKey(actorOf(caller), keyId);
      return { data: await toDetail(await getKey(keyId)) };
    },
  }),
});
