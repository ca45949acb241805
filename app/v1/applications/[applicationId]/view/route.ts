import { endpoint, route } from "@/lib/api/endpoint";
import { getForApplicant } from "@/lib/applications/private-store";
import { ApplicationParams, ApplicationSecret, PublicApplication } from "@/lib/applications/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    operationId: "viewApplication",
    summary: "Read an application as its applicant",
    scope: "applications:create",
    stability: "experimental",
    params: ApplicationParams,
    body: ApplicationSecret,
    returns: PublicApplication,
    handle: async ({ params: { applicationId }, body: { secret } }) => ({
      data: await getForApplicant(applicationId, secret),
    }),
  }),
});
