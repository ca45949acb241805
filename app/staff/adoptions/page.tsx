import type { Metadata } from "next";
import { AdoptionStart } from "@/components/orders/adoption-start";
import { Adoptions } from "@/components/orders/adoptions";
import { PageHead } from "@/components/ui/navigation/page-head";

export const metadata: Metadata = { title: "Adoptions" };

/** Adoptions that are open, completed or returned. */
export default function AdoptionsPage() {
  return (
    <>
      <PageHead title="Adoptions">
        <AdoptionStart />
      </PageHead>
      <Adoptions />
    </>
  );
}
