import { authorOf } from "@/lib/api/caller";
import { endpoint, route } from "@/lib/api/endpoint";
import { changeApplication } from "@/lib/applications/change-store";
import { Application, ApplicationChange, ApplicationParams } from "@/lib/applications/schema";
import { deleteApplication, getApplication } from "@/lib/applications/store";
import { NoBody } from "@/lib/values/schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "getApplication",
    summary: "Get an application",
    scope: "applications:read",
    stability: "experimental",
    params: ApplicationParams,
    returns: Application,
    sends: ["ETag"],
    async handle({ params: { applicationId } }) {
      const { application, version } = await getApplication(applicationId);
      return { data: application, etag: version };
    },
  }),
  PATCH: endpoint({
    operationId: "changeApplication",
    summary: "Change the status, the note or the handler of an application",
    scope: "applications:write",
    stability: "experimental",
    precondition: "required",
    params: ApplicationParams,
    body: ApplicationChange,
    returns: Application,
    sends: ["ETag"],
    refuses: ["precondition_failed", "conflict"],
    async handle({ params: { applicationId }, body, caller, ifMatch }) {
      const { application, version } = await changeApplication(authorOf(caller), applicationId, body, ifMatch);
      return { data: application, etag: version };
    },
  }),
  DELETE: endpoint({
    operationId: "deleteApplication",
    summary: "Delete an application with everything about its applicant",
    scope: "applications:write",
    stability: "experimental",
    params: ApplicationParams,
    returns: NoBody,
    status: 204,
    async handle({ params: { applicationId }, caller }) {
      await deleteApplication(authorOf(caller), applicationId);
      return { data: undefined };
    },
  }),
});
