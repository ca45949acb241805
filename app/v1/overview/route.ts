import { endpoint, route } from "@/lib/api/endpoint";
import { Overview } from "@/lib/overview/schema";
import { readOverview } from "@/lib/overview/store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "getOverview",
    summary: "Get what the shelter has to do, and how it is doing",
    scope: "applications:read",
    stability: "experimental",
    returns: Overview,
    handle: async () => ({ data: await readOverview() }),
  }),
});
