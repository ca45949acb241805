import type { Metadata } from "next";
import { ImportDesk } from "@/components/pets/import/import-desk";
import { BackLink } from "@/components/ui/page-head";

export const metadata: Metadata = { title: "Add many animals" };

/** The page where staff add and change many animals from a spreadsheet. */
export default function ImportPage() {
  return (
    <>
      <BackLink href="/staff/animals">All animals</BackLink>
      <h1>Add many</h1>
      <ImportDesk />
    </>
  );
}
