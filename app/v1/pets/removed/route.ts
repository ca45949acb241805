import { endpoint, route } from "@/lib/api/endpoint";
import { RemovedQuery } from "@/lib/pets/changes/latest-query";
import { RemovedPets } from "@/lib/pets/changes/latest-schema";
import { listRemoved } from "@/lib/pets/changes/latest-store";

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
