import { actorOf } from "@/lib/api/caller";
import { endpoint, route } from "@/lib/api/endpoint";
import { PersonParams } from "@/lib/people/schema";
import { endSessionsOf } from "@/lib/people/store";
import { NoBody } from "@/lib/values/schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: endpoint({
    operationId: "endSessions",
    summary: "Sign a person out everywhere",
    scope: "admin",
    needsPassword: true,
    stability: "experimental",
    params: PersonParams,
    returns: NoBody,
    status: 204,
    async handle({ params: { personId }, caller }) {
      await endSessionsOf(actorOf(caller), personId);
      return { data: undefined };
    },
  }),
});
