import { actorOf } from "@/lib/api/caller";
import { endpoint, route } from "@/lib/api/endpoint";
import { toDetail } from "@/lib/keys/response";
import { KeyChange, KeyDetail, KeyParams } from "@/lib/keys/schema";
import { changeKey, getKey } from "@/lib/keys/store";
import { flushUsage } from "@/lib/keys/usage-store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "getKey",
    summary: "Get an API key, with its use and bans",
    scope: "admin",
    needsPassword: true,
    stability: "experimental",
    params: KeyParams,
    returns: KeyDetail,
    async handle({ params: { keyId } }) {
      // The limits count each request at once, so the use has to include it, too.
      await flushUsage();
      return { data: await toDetail(await getKey(keyId)) };
    },
  }),
  PATCH: endpoint({
    operationId: "changeKey",
    summary: "Change the name, the plan or the expiry of an API key",
    scope: "admin",
    needsPassword: true,
    stability: "experimental",
    params: KeyParams,
    body: KeyChange,
    returns: KeyDetail,
    refuses: ["conflict"],
    async handle({ params: { keyId }, body, caller }) {
      await changeKey(actorOf(caller), keyId, body);
      return { data: await toDetail(await getKey(keyId)) };
    },
  }),
});
