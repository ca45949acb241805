import type { Metadata } from "next";
import { AuditTable } from "@/components/audit/audit-table";
import { Link } from "@/components/ui/link";
import { PageHead } from "@/components/ui/page-head";
import { AdminsOnly } from "../admins-only";

const Place = ({ href, children }: { href: string; children: string }) => (
  <Link className="text-accent underline underline-offset-2" href={href}>
    {children}
  </Link>
);

export const metadata: Metadata = { title: "Changes" };

/** The audit: changes to keys, people and settings, sign-ins, and deleted applications. */
export default function ChangesPage() {
  return (
    <AdminsOnly>
      <PageHead
        title="Changes"
        about={
          <>
            Who changed keys, people and settings, and who signed in. The history of an{" "}
            <Place href="/staff/animals">animal</Place> is in its menu, that of an{" "}
            <Place href="/staff/applications">application</Place> and its adoption on its page. See also the{" "}
            <Place href="/staff/animals/removed">removed animals</Place>.
          </>
        }
      />
      <AuditTable />
    </AdminsOnly>
  );
}
