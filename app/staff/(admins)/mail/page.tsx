import type { Metadata } from "next";
import { MailDesk } from "@/components/mail/mail-desk";
import { PageHead } from "@/components/ui/page-head";
import { settings } from "@/lib/process/settings";

export const metadata: Metadata = { title: "Mail" };

export default function MailPage() {
  return (
    <>
      <PageHead title="Mail" about="E-mails to applicants and to your colleagues" />
      <MailDesk site={settings().SITE_URL} />
    </>
  );
}
