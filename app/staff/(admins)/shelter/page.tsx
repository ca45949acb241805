import type { Metadata } from "next";
import { ShelterDesk } from "@/components/shelter/shelter-desk";
import { PageHead } from "@/components/ui/page-head";

export const metadata: Metadata = { title: "Shelter" };

export default function ShelterPage() {
  return (
    <>
      <PageHead title="Shelter" about="What visitors read about you, and where they find you" />
      <ShelterDesk />
    </>
  );
}
