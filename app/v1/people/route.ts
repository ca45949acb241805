import { actorOf } from "@/lib/api/actor";
import { endpoint, route } from "@/lib/api/endpoint";
import { audited } from "@/lib/audit/store";
import { NewPerson, OneTimePassword, People } from "@/lib/people/schema";
import { addStaff, listPeople } from "@/lib/people/store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "listPeople",
    scope: "admin",
    stability: "experimental",
    returns: People,
    handle: async () => ({ data: await listPeople() }),
  }),
  POST: endpoint({
    operationId: "addPerson",
    scope: "admin",
    stability: "experimental",
    body: NewPerson,
    returns: OneTimePassword,
    status: 201,
    refuses: ["conflict"],
    async handle({ body: { email, role }, caller }) {
      const data = await audited(
        actorOf(caller),
        (on) => addStaff({ email, role, oneTime: true }, on),
        () => ({ action: "person.add", subject: email, details: { role } }),
      );
      return { data };
    },
  }),
});
