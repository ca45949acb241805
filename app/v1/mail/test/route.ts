import { actorOf } from "@/lib/api/caller";
import { endpoint, route } from "@/lib/api/endpoint";
import { TestMailSent } from "@/lib/mail/schema";
import { enqueueTestMail } from "@/lib/mail/store";
import { EmptyObject } from "@/lib/values/schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    operationId: "sendTestMail",
    summary: "Send a test e-mail to yourself",
    scope: "admin",
    stability: "experimental",
    body: EmptyObject,
    returns: TestMailSent,
    refuses: ["conflict"],
    handle: async ({ caller }) => ({ data: { to: await enqueueTestMail(actorOf(caller)) } }),
  }),
});
