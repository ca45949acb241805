import { endpoint, route } from "@/lib/api/endpoint";
import { Overview } from "@/lib/overview/schema";
import { readOverview } from "@/lib/overview/store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "getOverview",
    summary: "Get an overview of open tasks, arrivals and adoptions",
    scope: "applications:read",
    stability: "experimental",
    returns: Overview,
    handle: async () => ({ data: await readOverview() }),
  }),
});
