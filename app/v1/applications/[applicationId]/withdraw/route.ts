import { endpoint, route } from "@/lib/api/endpoint";
import { withdrawForApplicant } from "@/lib/applications/change-store";
import { ApplicationParams, ApplicationSecret, PublicApplication } from "@/lib/applications/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    operationId: "withdrawApplication",
    summary: "Withdraw an application as its applicant",
    scope: "applications:create",
    stability: "experimental",
    params: ApplicationParams,
    body: ApplicationSecret,
    returns: PublicApplication,
    refuses: ["conflict"],
    handle: async ({ params: { applicationId }, body: { secret } }) => ({
      data: await withdrawForApplicant(applicationId, secret),
    }),
  }),
});
