import { endpoint, route } from "@/lib/api/endpoint";
import { MailState } from "@/lib/mail/schema";
import { readMailState } from "@/lib/mail/store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "getMail",
    summary: "Get the state of sending mail",
    scope: "admin",
    stability: "experimental",
    returns: MailState,
    handle: async () => ({ data: await readMailState() }),
  }),
});
