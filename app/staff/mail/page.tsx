import type { Metadata } from "next";
import { MailDesk } from "@/components/mail/mail-desk";
import { MailPreviews } from "@/components/mail/mail-previews";
import { PageHead } from "@/components/ui/navigation/page-head";
import { mailPreviews } from "@/lib/mail/previews";
import { isMailOn } from "@/lib/mail/store";
import { settings } from "@/lib/process/settings";
import { recallShelter } from "@/lib/shelter/store";
import { AdminsOnly } from "../admins-only";

export const metadata: Metadata = { title: "Mail" };

/** The state of sending mail, and what is sent when. */
export default async function MailPage() {
  const site = settings().SITE_URL;
  const previews = mailPreviews(await recallShelter(), site ?? "https://pets.example");
  return (
    <AdminsOnly>
      <PageHead title="Mail" about="E-mails to applicants and to your colleagues" />
      <MailDesk site={site}>
        <MailPreviews previews={previews} isMailOn={isMailOn()} />
      </MailDesk>
    </AdminsOnly>
  );
}
