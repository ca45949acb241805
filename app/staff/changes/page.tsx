import type { Metadata } from "next";
import { AuditTable } from "@/components/audit/audit-table";
import { AdminsOnly } from "../admins-only";

export const metadata: Metadata = { title: "Changes" };

/** Changes to keys and people, and sign-ins. */
export default function ChangesPage() {
  return (
    <AdminsOnly>
      <h1>Changes</h1>
      <AuditTable />
    </AdminsOnly>
  );
}
