import type { Metadata } from "next";
import { RemovedPets } from "@/components/pets/desk/removed-pets";
import { ButtonLink } from "@/components/ui/button";

export const metadata: Metadata = { title: "Removed animals" };

/** Animals that were removed from the list, to restore them. */
export default function RemovedPage() {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>Removed animals</h1>
        <ButtonLink look="quiet" href="/staff/animals">
          All animals
        </ButtonLink>
      </div>
      <p className="max-w-prose text-soft">
        Animals that were added by mistake. They are on no public page, and come back with their number, their photos
        and their history.
      </p>
      <RemovedPets />
    </>
  );
}
