import { queryOptions } from "@tanstack/react-query";
import { callApi } from "../http/client";
import { AuditEntries } from "./schema";

/** The one key factory of this slice. */
export const auditKeys = { all: ["audit"] as const };

/** The query of what was changed, newest first. */
export function auditQuery() {
  return queryOptions({
    queryKey: auditKeys.all,
    queryFn: async ({ signal }) => (await callApi("/v1/audit", AuditEntries, { signal })).data,
  });
}
