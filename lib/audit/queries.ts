import { queryOptions } from "@tanstack/react-query";
import { callApi } from "../http/client";
import { AuditEntries } from "./schema";

/** The query of what was changed, newest first. */
export function auditQuery() {
  return queryOptions({
    queryKey: ["audit"] as const,
    queryFn: async ({ signal }) => (await callApi("/v1/audit", AuditEntries, { signal })).data,
  });
}
