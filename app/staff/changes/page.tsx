import type { Metadata } from "next";
import { AuditTable } from "@/components/audit/audit-table";
import { PageHead } from "@/components/ui/page-head";
import { AdminsOnly } from "../admins-only";

export const metadata: Metadata = { title: "Changes" };

/** Changes to keys and people, and sign-ins. */
export default function ChangesPage() {
  return (
    <AdminsOnly>
      <PageHead title="Changes" about="Who changed keys, people and settings, and who signed in" />
      <AuditTable />
    </AdminsOnly>
  );
}
