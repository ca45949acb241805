import type { Metadata } from "next";
import { AuditTable } from "@/components/audit/audit-table";
import { AdminsOnly } from "../admins-only";

export const metadata: Metadata = { title: "Changes" };

/** Who changed what about keys and people. */
export default function AuditPage() {
  return (
    <AdminsOnly>
      <h1>Changes</h1>
      <AuditTable />
    </AdminsOnly>
  );
}
