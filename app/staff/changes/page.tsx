import type { Metadata } from "next";
import { AuditTable } from "@/components/audit/audit-table";
import { PageHead } from "@/components/ui/page-head";
import { AdminsOnly } from "../admins-only";

export const metadata: Metadata = { title: "Changes" };

/** The audit: changes to keys, people and settings, sign-ins, and deleted applications. */
export default function ChangesPage() {
  return (
    <AdminsOnly>
      <PageHead title="Changes" about="Who changed keys, people and settings, and who signed in" />
      <AuditTable />
    </AdminsOnly>
  );
}
