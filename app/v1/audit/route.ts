import { endpoint, route } from "@/lib/api/endpoint";
import { AuditEntries } from "@/lib/audit/schema";
import { listAudit } from "@/lib/audit/store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "listAudit",
    scope: "admin",
    stability: "experimental",
    returns: AuditEntries,
    handle: async () => ({ data: await listAudit() }),
  }),
});
