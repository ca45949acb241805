import type { Metadata } from "next";
import { FavouritesList } from "@/components/pets/adopters/favourites-list";
import { Notice } from "@/components/ui/panel";

export const metadata: Metadata = { title: "Favourites", robots: { index: false } };

/** The favourites of a visitor. Only their device knows them, so the page is the same for everybody. */
export default function FavouritesPage() {
  return (
    <>
      <h1>Favourites</h1>
      {/* As high as the window, so that the end of the page does not move into it and out again. */}
      <div className="grid min-h-dvh content-start gap-4 noscript:min-h-0">
        <FavouritesList />
        <noscript>
          <Notice>Your favourites are kept by this browser, which needs JavaScript to show them.</Notice>
        </noscript>
      </div>
    </>
  );
}
