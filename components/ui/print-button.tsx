"use client";

import { cx } from "./cx";
import { rowLink } from "./links";

/** Prints the page, once its pictures are there. Hidden where scripts do not run. */
export function PrintButton({ label }: { label: string }) {
  const print = async () => {
    const pictures = [...document.images].filter((picture) => picture.loading === "lazy" && !picture.complete);
    for (const picture of pictures) picture.loading = "eager";
    // One that fails is missing on paper too.
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
    window.print();
  };
  return (
    <button type="button" className={cx(rowLink, "cursor-pointer justify-self-center noscript:hidden")} onClick={print}>
      {label}
    </button>
  );
}
