"use client";

import { Button } from "./button";
import { copyText } from "./copy-text";
import { showToast } from "./show-toast";

type Props = {
  /** A short title of what is shared. */
  title: string;
  /** The URL of the page. */
  url: string;
  label?: string;
};

/** Shares a page with the system's own sheet, or else copies its link. Hidden without scripts. */
export function ShareButton({ title, url, label = "Share" }: Props) {
  const share = async () => {
    if (navigator.share !== undefined) {
      try {
        return await navigator.share({ title, url });
      } catch (error) {
        // The person closed the sheet without sharing.
        if (error instanceof DOMException && error.name === "AbortError") return;
      }
    }
    const isCopied = await copyText(url);
    showToast({ text: isCopied ? "Link copied." : `Copy this link: ${url}` });
  };
  return (
    <Button look="quiet" className="noscript:hidden" onClick={share}>
      <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5 fill-none stroke-current stroke-2">
        <path d="M12 15V4m0 0L8 8m4-4 4 4M6 12H5v8h14v-8h-1" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      {label}
    </Button>
  );
}
