import { actorOf } from "@/lib/api/caller";
import { endpoint, route } from "@/lib/api/endpoint";
import { NewPerson, OneTimePassword, People } from "@/lib/people/schema";
import { addPerson, listPeople } from "@/lib/people/store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "listPeople",
    summary: "List people",
    scope: "admin",
    needsPassword: true,
    stability: "experimental",
    returns: People,
    handle: async () => ({ data: await listPeople() }),
  }),
  POST: endpoint({
    operationId: "addPerson",
    summary: "Add a person",
    scope: "admin",
    needsPassword: true,
    stability: "experimental",
    body: NewPerson,
    returns: OneTimePassword,
    status: 201,
    refuses: ["conflict"],
    handle: async ({ body, caller }) => ({ data: await addPerson(actorOf(caller), body) }),
  }),
});
