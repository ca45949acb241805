import { actorOf } from "@/lib/api/caller";
import { endpoint, route } from "@/lib/api/endpoint";
import { toDetail } from "@/lib/keys/response";
import { KeyDetail, KeyParams } from "@/lib/keys/schema";
import { endEarlierSecrets } from "@/lib/keys/secret-store";
import { getKey } from "@/lib/keys/store";
import { EmptyObject } from "@/lib/values/schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    operationId: "endEarlierSecrets",
    summary: "End the earlier secrets of an API key",
    scope: "admin",
    needsPassword: true,
    stability: "experimental",
    params: KeyParams,
    body: EmptyObject,
    returns: KeyDetail,
    async handle({ params: { keyId }, caller }) {
      await endEarlierSecrets(actorOf(caller), keyId);
      return { data: await toDetail(await getKey(keyId)) };
    },
  }),
});
