import { audited } from "@/lib/audit/store";
import { actorOf } from "@/lib/http/actor";
import { endpoint, route } from "@/lib/http/endpoint";
import { KeySecret, Rotation } from "@/lib/keys/schema";
import { rotateKey } from "@/lib/keys/secret-store";

const HOUR_MS = 3_600_000;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    operationId: "rotateKey",
    scope: "admin",
    stability: "experimental",
    body: Rotation,
    returns: KeySecret,
    async handle({ params, body: { graceHours }, caller }) {
      const id = params.keyId ?? "";
      const data = await audited(
        actorOf(caller),
        (on) => rotateKey(id, graceHours * HOUR_MS, on),
        () => ({ action: "key.rotate", subject: id, details: { graceHours } }),
      );
      return { data };
    },
  }),
});
