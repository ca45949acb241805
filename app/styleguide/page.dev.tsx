import type { Metadata } from "next";
import { ShelterDetails } from "@/components/shelter/shelter-details";
import { ShelterLine } from "@/components/shelter/shelter-line";
import { ThemeSwitch } from "@/components/ui/theme/theme-switch";
import { readShelter } from "@/lib/shelter/store";
import { Gallery } from "./gallery";

export const metadata: Metadata = { title: "Style guide", robots: { index: false } };

/** The components of components/ui in their states, and the shelter. Development only: see next.config.mjs. */
export default async function StyleGuidePage() {
  const shelter = await readShelter();
  return (
    <>
      <h1>Style guide</h1>
      <p>
        Point at things, press them and go through them with Tab: hover, pressed and focus states are live. Look at both
        themes.
      </p>
      <ThemeSwitch id="guide-theme" />
      <ShelterDetails shelter={shelter} />
      <ShelterLine shelter={shelter} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-2">
        <Gallery />
      </div>
    </>
  );
}
