import { endpoint, route } from "@/lib/api/endpoint";
import { ListAuditQuery } from "@/lib/audit/list-query";
import { AuditEntries } from "@/lib/audit/schema";
import { listAudit } from "@/lib/audit/store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "listAudit",
    summary: "List who changed what",
    scope: "admin",
    stability: "experimental",
    query: ListAuditQuery,
    returns: AuditEntries,
    sends: ["Link"],
    async handle({ query }) {
      const { entries, ...page } = await listAudit(query);
      return { data: entries, page };
    },
  }),
});
