import { endpoint, route } from "@/lib/api/endpoint";
import { countOpenApplications } from "@/lib/applications/list-store";
import { ApplicationCounts, CountApplicationsQuery } from "@/lib/applications/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "countApplications",
    summary: "Count the open applications for animals",
    scope: "applications:read",
    stability: "experimental",
    query: CountApplicationsQuery,
    returns: ApplicationCounts,
    async handle({ query: { petIds } }) {
      return { data: await countOpenApplications(petIds) };
    },
  }),
});
