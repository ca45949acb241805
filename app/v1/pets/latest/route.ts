import { endpoint, route } from "@/lib/api/endpoint";
import { LatestChanges } from "@/lib/pets/changes/history-schema";
import { LatestQuery, listLatestChanges } from "@/lib/pets/changes/latest-store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "latestChanges",
    summary: "List who added animals, and their latest changes",
    // The answer names people.
    scope: "pets:write",
    stability: "experimental",
    query: LatestQuery,
    returns: LatestChanges,
    async handle({ query: { ids } }) {
      return { data: await listLatestChanges(ids) };
    },
  }),
});
