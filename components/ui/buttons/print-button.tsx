"use client";

import { buttonClass } from "../style/button-class";
import { needsScripts } from "../style/needs-scripts";

/** A small button that prints the page once its pictures are loaded. Hidden without scripts. */
export function PrintButton({ label }: { label: string }) {
  const print = async () => {
    const pictures = [...document.images].filter((picture) => picture.loading === "lazy" && !picture.complete);
    for (const picture of pictures) picture.loading = "eager";
    // A picture that fails to load is missing on paper too.
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
    window.print();
  };
  return (
    <button type="button" className={buttonClass("quiet", needsScripts)} onClick={print}>
      <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5 fill-none stroke-current stroke-2">
        <path d="M7 9V4h10v5M7 17H4V9h16v8h-3m-10-3h10v6H7v-6Z" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      {label}
    </button>
  );
}
