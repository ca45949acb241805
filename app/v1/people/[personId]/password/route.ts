import { actorOf } from "@/lib/api/actor";
import { endpoint, route } from "@/lib/api/endpoint";
import { EmptyObject } from "@/lib/bodies";
import { OneTimePassword, PersonParams } from "@/lib/people/schema";
import { resetPassword } from "@/lib/people/store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    operationId: "resetPassword",
    summary: "Give a person a new one-time password",
    scope: "admin",
    needsPassword: true,
    stability: "experimental",
    params: PersonParams,
    body: EmptyObject,
    returns: OneTimePassword,
    handle: async ({ params: { personId }, caller }) => ({ data: await resetPassword(actorOf(caller), personId) }),
  }),
});
