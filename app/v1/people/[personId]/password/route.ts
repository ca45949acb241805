import { actorOf } from "@/lib/api/caller";
import { endpoint, route } from "@/lib/api/endpoint";
import { OneTimePassword, PersonParams } from "@/lib/people/schema";
import { resetPassword } from "@/lib/people/store";
import { EmptyObject } from "@/lib/values/schemas";

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
