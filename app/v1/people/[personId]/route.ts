import { actorOf } from "@/lib/api/actor";
import { endpoint, route } from "@/lib/api/endpoint";
import { audited } from "@/lib/audit/store";
import { ApiError } from "@/lib/http/errors";
import { Person, PersonChange, PersonParams } from "@/lib/people/schema";
import { changePerson } from "@/lib/people/store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: endpoint({
    operationId: "changePerson",
    scope: "admin",
    stability: "experimental",
    params: PersonParams,
    body: PersonChange,
    returns: Person,
    refuses: ["conflict"],
    async handle({ params: { personId }, body, caller }) {
      const actor = actorOf(caller);
      // So there is always an admin left.
      if (personId === actor.userId) throw new ApiError("conflict", "Ask another admin to change your own account");
      const action = body.disabled === undefined ? "person.role" : body.disabled ? "person.disable" : "person.enable";
      const data = await audited(
        actor,
        (on) => changePerson(personId, body, on),
        ({ email }) => ({ action, subject: email, details: body.role === undefined ? {} : { role: body.role } }),
      );
      return { data };
    },
  }),
});
