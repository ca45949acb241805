import { endpoint, route } from "@/lib/api/endpoint";
import { History } from "@/lib/pets/changes/history-schema";
import { HistoryQuery, listHistory, withApplications, withoutReturnReason } from "@/lib/pets/changes/history-store";
import { PetParams } from "@/lib/pets/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "listHistory",
    summary: "List what was done to an animal",
    // The history names people.
    scope: "pets:write",
    stability: "experimental",
    params: PetParams,
    query: HistoryQuery,
    returns: History,
    sends: ["Link"],
    async handle({ params: { petId }, query, caller }) {
      const scopes = caller.kind === "stranger" ? [] : caller.scopes;
      const { entries, ...page } = await listHistory(petId, query);
      if (!scopes.includes("orders:read")) return { data: entries.map(withoutReturnReason), page };
      return { data: scopes.includes("applications:read") ? await withApplications(petId, entries) : entries, page };
    },
  }),
});
