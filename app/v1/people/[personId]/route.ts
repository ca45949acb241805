import { audited } from "@/lib/audit/store";
import { ApiError } from "@/lib/errors";
import { actorOf } from "@/lib/http/actor";
import { endpoint, route } from "@/lib/http/endpoint";
import { changePerson } from "@/lib/staff/accounts";
import { Person, PersonChange } from "@/lib/staff/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: endpoint({
    operationId: "changePerson",
    scope: "admin",
    stability: "experimental",
    body: PersonChange,
    returns: Person,
    async handle({ params, body, caller }) {
      const actor = actorOf(caller);
      const id = params.personId ?? "";
      // So there is always an admin left.
      if (id === actor.userId) throw new ApiError("conflict", "Ask another admin to change your own account");
      const action = body.disabled === undefined ? "person.role" : body.disabled ? "person.disable" : "person.enable";
      const data = await audited(
        actor,
        (on) => changePerson(id, body, on),
        ({ email }) => ({ action, subject: email, details: body.role === undefined ? {} : { role: body.role } }),
      );
      return { data };
    },
  }),
});
