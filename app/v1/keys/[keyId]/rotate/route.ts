import { actorOf } from "@/lib/api/caller";
import { endpoint, route } from "@/lib/api/endpoint";
import { KeyParams, KeySecret, Rotation } from "@/lib/keys/schema";
import { rotateKey } from "@/lib/keys/secret-store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    operationId: "rotateKey",
    summary: "Give an API key a new secret",
    scope: "admin",
    needsPassword: true,
    stability: "experimental",
    params: KeyParams,
    body: Rotation,
    returns: KeySecret,
    refuses: ["conflict"],
    idempotent: "secret",
    handle: async ({ params: { keyId }, body: { graceHours }, caller, transaction }) => ({
      data: await rotateKey(actorOf(caller), keyId, graceHours, transaction),
    }),
  }),
});
