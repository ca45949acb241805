import { audited } from "@/lib/audit/store";
import { actorOf } from "@/lib/http/actor";
import { endpoint, route } from "@/lib/http/endpoint";
import { toDetail } from "@/lib/keys/present";
import { KeyDetail, Nothing } from "@/lib/keys/schema";
import { readKey, revokeKey } from "@/lib/keys/store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    operationId: "revokeKey",
    scope: "admin",
    stability: "experimental",
    body: Nothing,
    returns: KeyDetail,
    async handle({ params, caller }) {
      const id = params.keyId ?? "";
      await audited(
        actorOf(caller),
        (on) => revokeKey(id, on),
        (revoked) => (revoked ? { action: "key.revoke", subject: id } : null),
      );
      return { data: await toDetail(await readKey(id)) };
    },
  }),
});
