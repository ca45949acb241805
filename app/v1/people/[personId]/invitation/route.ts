import { actorOf } from "@/lib/api/caller";
import { endpoint, route } from "@/lib/api/endpoint";
import { Invitation, PersonParams } from "@/lib/people/schema";
import { renewInvitation } from "@/lib/people/store";
import { EmptyObject } from "@/lib/values/schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    operationId: "renewInvitation",
    summary: "Give an invited person another link",
    scope: "admin",
    needsPassword: true,
    stability: "experimental",
    params: PersonParams,
    body: EmptyObject,
    returns: Invitation,
    refuses: ["conflict"],
    handle: async ({ params: { personId }, caller }) => ({ data: await renewInvitation(actorOf(caller), personId) }),
  }),
});
