import { actorOf } from "@/lib/api/actor";
import { endpoint, route } from "@/lib/api/endpoint";
import { audited } from "@/lib/audit/store";
import { Nothing } from "@/lib/keys/schema";
import { OneTimePassword, PersonParams } from "@/lib/people/schema";
import { resetPassword } from "@/lib/people/store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    operationId: "resetPassword",
    scope: "admin",
    stability: "experimental",
    params: PersonParams,
    body: Nothing,
    returns: OneTimePassword,
    async handle({ params: { personId }, caller }) {
      const data = await audited(
        actorOf(caller),
        (on) => resetPassword(personId, on),
        ({ email }) => ({ action: "person.password", subject: email }),
      );
      return { data };
    },
  }),
});
