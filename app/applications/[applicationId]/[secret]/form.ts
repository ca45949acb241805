import type { PageForm } from "@/lib/api/page-form";
import { withdrawForApplicant } from "@/lib/applications/decide/change-store";
import { privatePath } from "@/lib/applications/private/private-path";
import { ApplicationParams } from "@/lib/applications/schema";
import { DomainError } from "@/lib/domain-error";

/** The button that withdraws an application, with and without JavaScript. */
export const withdrawalForm: PageForm = {
  path: /^\/applications\/(?<applicationId>[^/]{1,40})\/(?<secret>[\w-]{1,100})$/,
  bodyBytes: 1024,
  // The path contains the secret. The page sends no Origin, because its URL must not reach other sites.
  isForgeable: false,
  async submit({ params: { applicationId = "", secret = "" } }) {
    try {
      const { applicationId: id } = ApplicationParams.parse({ applicationId });
      await withdrawForApplicant(id, secret);
    } catch (error) {
      // The page itself shows the result of these.
      if (!(error instanceof DomainError && ["not_found", "conflict"].includes(error.code))) throw error;
    }
    return { to: privatePath(applicationId, secret) };
  },
};
