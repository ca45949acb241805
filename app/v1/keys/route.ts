import { actorOf } from "@/lib/api/caller";
import { endpoint, route } from "@/lib/api/endpoint";
import { toSummary } from "@/lib/keys/response";
import { KeySecret, KeySummaries, NewKey } from "@/lib/keys/schema";
import { createKey, listKeys } from "@/lib/keys/store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "listKeys",
    summary: "List API keys",
    scope: "admin",
    needsPassword: true,
    stability: "experimental",
    returns: KeySummaries,
    handle: async () => ({ data: (await listKeys()).map(toSummary) }),
  }),
  POST: endpoint({
    operationId: "createKey",
    summary: "Create an API key",
    scope: "admin",
    needsPassword: true,
    stability: "experimental",
    body: NewKey,
    returns: KeySecret,
    status: 201,
    sends: ["Location"],
    idempotent: "secret",
    async handle({ body, caller, transaction }) {
      const data = await createKey(actorOf(caller), body, transaction);
      return { data, location: `/v1/keys/${data.id}` };
    },
  }),
});
