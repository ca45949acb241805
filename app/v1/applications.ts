import { authorOf } from "@/lib/api/caller";
import { endpoint, type Routes } from "@/lib/api/endpoint";
import { changeApplication, lockApplication, withdrawForApplicant } from "@/lib/applications/change-store";
import { ApplicationCounts } from "@/lib/applications/counts";
import { createApplication } from "@/lib/applications/create-store";
import {
  CountApplicationsQuery,
  countOpenApplications,
  ListApplicationsQuery,
  listApplications,
} from "@/lib/applications/list-store";
import { getForApplicant } from "@/lib/applications/private-store";
import {
  Application,
  ApplicationChange,
  ApplicationParams,
  ApplicationSecret,
  Applications,
  EarlierApplication,
  NewApplication,
  PublicApplication,
  SentApplication,
} from "@/lib/applications/schema";
import { deleteApplication, getApplication } from "@/lib/applications/store";
import { NoBody } from "@/lib/values/schemas";

export const APPLICATIONS: Routes = {
  "/v1/applications": {
    GET: endpoint({
      operationId: "listApplications",
      summary: "List applications",
      description: "Lists one folder of applications, newest first. Filters can be combined.",
      scope: "applications:read",
      query: ListApplicationsQuery,
      returns: Applications,
      sends: ["Link"],
      handle: ({ query }) => listApplications(query),
    }),
    POST: endpoint({
      operationId: "createApplication",
      summary: "Ask to adopt an animal",
      description:
        "Stores an application, and sends the applicant a receipt by mail unless it may be spam. Repeating it with the same `id` and `retryToken` gets the stored application. 409 when the animal is `sold`, or the `id` was used for another application, with that `application` if it has the same `retryToken`; 429 after 20 applications in an hour from one IP address, or in a day from one mailbox there.",
      scope: "applications:create",
      body: NewApplication,
      returns: SentApplication,
      status: 201,
      sends: ["Location", "ETag"],
      refuses: ["not_found", "conflict", "rate_limited"],
      refusesWith: EarlierApplication,
      async handle({ body, caller, address }) {
        const sender = caller.kind === "visitor" ? ({ kind: "visitor", address } as const) : authorOf(caller);
        const data = await createApplication(sender, body);
        const { id, version } = data;
        return { data, location: `/v1/applications/${id}`, etag: version, changeSet: `application-${id}` };
      },
    }),
  },
  "/v1/applications/counts": {
    GET: endpoint({
      operationId: "countApplications",
      summary: "Count the open applications for animals",
      description: "Counts the open applications for up to 100 animals, without suspicious ones.",
      scope: "applications:read",
      query: CountApplicationsQuery,
      returns: ApplicationCounts,
      handle: async ({ query: { petIds } }) => ({ data: await countOpenApplications(petIds) }),
    }),
  },
  "/v1/applications/[applicationId]": {
    GET: endpoint({
      operationId: "getApplication",
      summary: "Get an application",
      description: "Reads everything about an application, with its history.",
      scope: "applications:read",
      params: ApplicationParams,
      returns: Application,
      sends: ["ETag"],
      handle: ({ params: { applicationId } }) => getApplication(applicationId),
    }),
    PATCH: endpoint({
      operationId: "changeApplication",
      summary: "Change the status, the note or the handler of an application",
      description:
        "Changes what it names. `approved` places an order, and so gets 409 unless the animal is `available`; leaving `approved` cancels the order, until the animal has been handed over. The applicant gets an e-mail about each new status and visit, except about `new` and `answered`. Setting what is there changes nothing.",
      scope: "applications:write",
      precondition: "required",
      params: ApplicationParams,
      body: ApplicationChange,
      returns: Application,
      sends: ["ETag"],
      refuses: ["precondition_failed", "conflict"],
      handle: ({ params: { applicationId }, body, caller, ifMatch }) =>
        changeApplication(authorOf(caller), applicationId, body, ifMatch),
    }),
    DELETE: endpoint({
      operationId: "deleteApplication",
      summary: "Delete an application with everything about its applicant",
      description:
        "Deletes everything about the applicant at once and for ever: the application, its history, its e-mails, stored answers, and why the animal came back. An order stays, without its adopter.",
      scope: "applications:write",
      params: ApplicationParams,
      precondition: "optional",
      lock: async (tx, { params: { applicationId } }) => (await lockApplication(tx, applicationId, true)).version,
      returns: NoBody,
      status: 204,
      async handle({ params: { applicationId }, caller }) {
        await deleteApplication(authorOf(caller), applicationId);
        return { data: undefined };
      },
    }),
  },
  "/v1/applications/[applicationId]/view": {
    POST: endpoint({
      operationId: "viewApplication",
      summary: "Read an application as its applicant",
      description:
        "Reads an application as its applicant, who has the secret from the address of the private page. It is a POST, so that the secret is in no address.",
      scope: "applications:create",
      params: ApplicationParams,
      body: ApplicationSecret,
      // It changes nothing.
      idempotent: "none",
      returns: PublicApplication,
      handle: async ({ params: { applicationId }, body: { secret } }) => ({
        data: await getForApplicant(applicationId, secret),
      }),
    }),
  },
  "/v1/applications/[applicationId]/withdraw": {
    POST: endpoint({
      operationId: "withdrawApplication",
      summary: "Withdraw an application as its applicant",
      description:
        "Withdraws an open or approved application, which also cancels its order. It can never be undone; withdrawing twice changes nothing. 409 when the application was declined or answered, or the animal has been handed over.",
      scope: "applications:create",
      params: ApplicationParams,
      body: ApplicationSecret,
      returns: PublicApplication,
      refuses: ["conflict"],
      handle: async ({ params: { applicationId }, body: { secret } }) => ({
        data: await withdrawForApplicant(applicationId, secret),
      }),
    }),
  },
};
