import type { Metadata } from "next";
import { MailDesk } from "@/components/mail/mail-desk";
import { PageHead } from "@/components/ui/page-head";
import { AdminsOnly } from "../admins-only";

export const metadata: Metadata = { title: "Mail" };

/** The state of sending mail. */
export default function MailPage() {
  return (
    <AdminsOnly>
      <PageHead title="Mail" about="What the service sends to applicants and to people of the shelter" />
      <MailDesk />
    </AdminsOnly>
  );
}
