import type { Metadata } from "next";
import { Gallery } from "./gallery";

export const metadata: Metadata = { title: "Style guide", robots: { index: false } };

/** Every component of components/ui in every state, in both themes. Development only: see next.config.mjs. */
export default function StyleGuidePage() {
  return (
    <>
      <h1>Style guide</h1>
      <p>Point at things, press them and go through them with Tab: hover, pressed and focus states are live.</p>
      <div className="grid gap-6 desk:grid-cols-2">
        <div className="scheme-light grid content-start gap-6 rounded-card bg-page p-5 text-ink">
          <Gallery theme="light" />
        </div>
        <div className="scheme-dark grid content-start gap-6 rounded-card bg-page p-5 text-ink">
          <Gallery theme="dark" />
        </div>
      </div>
    </>
  );
}
