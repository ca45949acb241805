import { selfOf } from "@/lib/api/caller";
import { endpoint, route } from "@/lib/api/endpoint";
import { OwnName, OwnPerson } from "@/lib/people/schema";
import { changeOwnName } from "@/lib/people/store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: endpoint({
    operationId: "changeOwnName",
    summary: "Change one’s own name",
    // Only people have this scope.
    scope: "applications:write",
    stability: "experimental",
    body: OwnName,
    returns: OwnPerson,
    handle: async ({ body: { name }, caller }) => ({ data: await changeOwnName(selfOf(caller), name) }),
  }),
});
