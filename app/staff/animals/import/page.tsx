import type { Metadata } from "next";
import { ImportDesk } from "@/components/pets/import/import-desk";
import { BackLink } from "@/components/ui/page-head";

export const metadata: Metadata = { title: "Import animals" };

export default function ImportPage() {
  return (
    <>
      <BackLink href="/staff/animals">All animals</BackLink>
      <h1>Import</h1>
      <ImportDesk />
    </>
  );
}
