import { audited } from "@/lib/audit/store";
import { actorOf } from "@/lib/http/actor";
import { endpoint, route } from "@/lib/http/endpoint";
import { Nothing } from "@/lib/keys/schema";
import { resetPassword } from "@/lib/staff/accounts";
import { OneTimePassword } from "@/lib/staff/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    operationId: "resetPassword",
    scope: "admin",
    stability: "experimental",
    body: Nothing,
    returns: OneTimePassword,
    async handle({ params, caller }) {
      const data = await audited(
        actorOf(caller),
        (on) => resetPassword(params.personId ?? "", on),
        ({ email }) => ({ action: "person.password", subject: email }),
      );
      return { data };
    },
  }),
});
