import type { Metadata } from "next";
import { RemovedPetsPanel } from "@/components/pets/desk/removed-pets-panel";
import { BackLink } from "@/components/ui/page-head";

export const metadata: Metadata = { title: "Removed animals" };

export default function RemovedPage() {
  return (
    <>
      <BackLink href="/staff/animals">All animals</BackLink>
      <h1>Removed animals</h1>
      <p className="max-w-prose text-soft">
        Animals that were added by mistake. They are on no public page, and come back with their number, their photos
        and their history.
      </p>
      <RemovedPetsPanel />
    </>
  );
}
