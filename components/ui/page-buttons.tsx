"use client";

import { Button } from "./button";
import { copyText } from "./copy";
import { Icon } from "./icons";
import { needsScripts } from "./style";
import { showToast } from "./toast";

/** Shares a page with the system's share sheet, or else copies its link. Hidden without scripts. */
export function ShareButton({ title, url }: { title: string; url: string }) {
  const share = async () => {
    if (navigator.share !== undefined) {
      try {
        return await navigator.share({ title, url });
      } catch (error) {
        // The person closed the sheet without sharing.
        if (error instanceof DOMException && error.name === "AbortError") return;
      }
    }
    const text = (await copyText(url)) ? "Link copied." : `Copy this link: ${url}`;
    showToast({ about: "shared", text });
  };
  return (
    <Button look="quiet" className={needsScripts} onClick={share}>
      <Icon path="M12 15V4m0 0L8 8m4-4 4 4M6 12H5v8h14v-8h-1" />
      Share
    </Button>
  );
}

/** Prints the page once its pictures are loaded. Hidden without scripts. */
export function PrintButton({ label }: { label: string }) {
  const print = async () => {
    const pictures = [...document.images].filter((picture) => picture.loading === "lazy" && !picture.complete);
    for (const picture of pictures) picture.loading = "eager";
    // A picture that fails to load is missing on paper too.
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
    window.print();
  };
  return (
    <Button look="quiet" className={needsScripts} onClick={print}>
      <Icon path="M7 9V4h10v5M7 17H4V9h16v8h-3m-10-3h10v6H7v-6Z" />
      {label}
    </Button>
  );
}
