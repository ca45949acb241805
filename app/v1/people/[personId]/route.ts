import { actorOf } from "@/lib/api/caller";
import { endpoint, route } from "@/lib/api/endpoint";
import { Person, PersonChange, PersonParams } from "@/lib/people/schema";
import { changePerson } from "@/lib/people/store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: endpoint({
    operationId: "changePerson",
    summary: "Change the name or role of a person, or disable them",
    scope: "admin",
    needsPassword: true,
    stability: "experimental",
    params: PersonParams,
    body: PersonChange,
    returns: Person,
    refuses: ["conflict"],
    handle: async ({ params: { personId }, body, caller }) => ({
      data: await changePerson(actorOf(caller), personId, body),
    }),
  }),
});
