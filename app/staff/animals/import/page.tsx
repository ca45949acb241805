import type { Metadata } from "next";
import { ImportDesk } from "@/components/pets/import/import-desk";
import { BackLink } from "@/components/ui/page-head";

export const metadata: Metadata = { title: "Add many animals" };

export default function ImportPage() {
  return (
    <>
      <BackLink href="/staff/animals">All animals</BackLink>
      <h1>Add many</h1>
      <ImportDesk />
    </>
  );
}
