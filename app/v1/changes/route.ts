import { endpoint, route } from "@/lib/api/endpoint";
import { listChanges } from "@/lib/audit/change-store";
import { ListChangesQuery } from "@/lib/audit/list-query";
import { ListedChanges } from "@/lib/audit/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "listChanges",
    summary: "List what was done to animals, applications or adoptions",
    // It names people, and applicants.
    scope: "admin",
    stability: "experimental",
    query: ListChangesQuery,
    returns: ListedChanges,
    sends: ["Link"],
    async handle({ query }) {
      const { changes, ...page } = await listChanges(query);
      return { data: changes, page };
    },
  }),
});
