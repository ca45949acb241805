import type { Metadata } from "next";
import { ShelterDesk } from "@/components/shelter/shelter-desk";
import { PageHead } from "@/components/ui/page-head";
import { AdminsOnly } from "../admins-only";

export const metadata: Metadata = { title: "Shelter" };

/** What the shelter says about itself. */
export default function ShelterPage() {
  return (
    <AdminsOnly>
      <PageHead title="Shelter" about="What visitors read about you, and where they find you" />
      <ShelterDesk />
    </AdminsOnly>
  );
}
