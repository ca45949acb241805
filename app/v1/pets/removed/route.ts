import { endpoint, route } from "@/lib/api/endpoint";
import { RemovedPets } from "@/lib/pets/changes/history-schema";
import { listRemoved, RemovedQuery } from "@/lib/pets/changes/latest-store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "listRemovedPets",
    summary: "List removed animals",
    // The list names people.
    scope: "pets:write",
    stability: "experimental",
    query: RemovedQuery,
    returns: RemovedPets,
    sends: ["Link"],
    async handle({ query }) {
      const { entries, ...page } = await listRemoved(query);
      return { data: entries, page };
    },
  }),
});
