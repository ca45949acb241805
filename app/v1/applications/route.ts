import { authorOf } from "@/lib/api/caller";
import { endpoint, route } from "@/lib/api/endpoint";
import { createApplication } from "@/lib/applications/create-store";
import { ListApplicationsQuery, listApplications } from "@/lib/applications/list-store";
import { Applications, NewApplication, SentApplication } from "@/lib/applications/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "listApplications",
    summary: "List applications",
    scope: "applications:read",
    stability: "experimental",
    query: ListApplicationsQuery,
    returns: Applications,
    sends: ["Link"],
    async handle({ query }) {
      const { applications, ...page } = await listApplications(query);
      return { data: applications, page };
    },
  }),
  POST: endpoint({
    operationId: "createApplication",
    summary: "Ask to adopt an animal",
    scope: "applications:create",
    stability: "experimental",
    body: NewApplication,
    returns: SentApplication,
    status: 201,
    sends: ["Location"],
    refuses: ["not_found", "conflict", "rate_limited"],
    async handle({ body, caller, address }) {
      const sender = caller.kind === "visitor" ? ({ kind: "visitor", address } as const) : authorOf(caller);
      const data = await createApplication(sender, body);
      return { data, location: `/v1/applications/${data.id}` };
    },
  }),
});
