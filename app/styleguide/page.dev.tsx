import type { Metadata } from "next";
import { ThemeSwitch } from "@/components/ui/theme-switch";
import { Gallery } from "./gallery";

export const metadata: Metadata = { title: "Style guide", robots: { index: false } };

/** Every component of components/ui in every state. Development only: see next.config.mjs. */
export default function StyleGuidePage() {
  return (
    <>
      <h1>Style guide</h1>
      <p>
        Point at things, press them and go through them with Tab: hover, pressed and focus states are live. Look at both
        themes.
      </p>
      <ThemeSwitch id="guide-theme" />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 desk:grid-cols-2">
        <Gallery />
      </div>
    </>
  );
}
