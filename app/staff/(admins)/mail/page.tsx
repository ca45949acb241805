import type { Metadata } from "next";
import { MailDesk } from "@/components/mail/mail-desk";
import { PageHead } from "@/components/ui/page-head";

export const metadata: Metadata = { title: "Mail" };

export default function MailPage() {
  return (
    <>
      <PageHead title="Mail" about="E-mails to applicants and to your colleagues" />
      <MailDesk />
    </>
  );
}
