import type { Metadata } from "next";
import { ImportDesk } from "@/components/pets/import/import-desk";
import { BackLink } from "@/components/ui/page-head";
import { currentSession } from "@/lib/people/better-auth";

export const metadata: Metadata = { title: "Import animals" };

export default async function ImportPage() {
  const session = await currentSession();
  return (
    <>
      <BackLink href="/staff/animals">All animals</BackLink>
      <h1>Import</h1>
      <ImportDesk isAdmin={session?.role === "admin"} />
    </>
  );
}
