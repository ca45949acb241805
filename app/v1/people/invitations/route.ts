import { actorOf } from "@/lib/api/caller";
import { endpoint, route } from "@/lib/api/endpoint";
import { Invitation, NewPerson } from "@/lib/people/schema";
import { invitePerson } from "@/lib/people/store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    operationId: "invitePerson",
    summary: "Invite a person, who chooses a password with a link",
    scope: "admin",
    needsPassword: true,
    stability: "experimental",
    body: NewPerson,
    returns: Invitation,
    status: 201,
    refuses: ["conflict"],
    handle: async ({ body, caller }) => ({ data: await invitePerson(actorOf(caller), body) }),
  }),
});
