import type { Metadata } from "next";
import { YourApplications } from "@/components/applications/own-application";
import { FavouritesList } from "@/components/pets/adopters/favourites-list";
import { SUGGESTED } from "@/components/pets/adopters/pet-card";
import { ButtonLink } from "@/components/ui/button";
import { Notice } from "@/components/ui/panel";
import { listedFees } from "@/lib/pets/adopters/kind-notes";
import { listEarliest } from "@/lib/pets/adopters/pet-store";
import { readNewSince } from "@/lib/pets/list/arrival-store";
import { recallShelter } from "@/lib/shelter/store";

export const metadata: Metadata = {
  title: "Favourites",
  description: "The animals that you like, kept on your device, with the current status of each.",
};

/** Only the device knows them, so the page is the same for everybody. */
export default async function FavouritesPage() {
  const [longest, newSince, shelter] = await Promise.all([
    // Enough, even if all favourites are among them.
    listEarliest(2 * SUGGESTED),
    readNewSince().catch(() => null),
    recallShelter(),
  ]);
  return (
    <>
      <div className="grid gap-2">
        <h1>Favourites</h1>
        <p className="text-pretty text-soft">
          The animals that you like, kept on this device. Nobody else sees them, and you do not have to sign in.
        </p>
      </div>
      {/* As high as the window, so that the end of the page stays outside it. */}
      <div className="grid min-h-dvh content-start gap-4 noscript:min-h-0">
        <YourApplications />
        <FavouritesList longest={longest} newSince={newSince} fees={listedFees(shelter)} />
        <noscript>
          <Notice>
            <p>Your favourites are kept by this browser, which needs JavaScript to show them.</p>
            <ButtonLink href="/">See all animals</ButtonLink>
          </Notice>
        </noscript>
      </div>
    </>
  );
}
