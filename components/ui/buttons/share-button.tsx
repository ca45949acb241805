"use client";

import { useEffect, useState } from "react";
import { copyText } from "../browser/copy-text";
import { cx } from "../style/cx";
import { showToast } from "../toasts/show-toast";
import { Button } from "./button";

type Props = {
  /** A short title of what is shared. */
  title: string;
  /** The URL of the page. */
  url: string;
  label?: string;
  className?: string;
};

/** How long the button says that the link was copied, in milliseconds. */
const COPIED_MS = 2_000;
/** One of the two labels of the button, which has the width of the wider one. */
const text = "col-start-1 row-start-1 inline-flex items-center justify-center gap-[inherit]";

/** Shares a page with the system's share sheet, or else copies its link. Hidden without scripts. */
export function ShareButton({ title, url, label = "Share", className }: Props) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const share = async () => {
    if (navigator.share !== undefined) {
      try {
        return await navigator.share({ title, url });
      } catch (error) {
        // The person closed the sheet without sharing.
        if (error instanceof DOMException && error.name === "AbortError") return;
      }
    }
    if (await copyText(url)) setCopied(true);
    else showToast({ text: `Copy this link: ${url}` });
  };
  return (
    <>
      <Button look="quiet" className={cx("grid! unready:invisible noscript:hidden!", className)} onClick={share}>
        <span className={cx(text, isCopied && "invisible")}>
          <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5 fill-none stroke-current stroke-2">
            <path d="M12 15V4m0 0L8 8m4-4 4 4M6 12H5v8h14v-8h-1" strokeLinecap="round" strokeLinejoin="round" />
          </svg>
          {label}
        </span>
        <span className={cx(text, !isCopied && "invisible")}>
          <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5 fill-none stroke-current stroke-2">
            <path d="m5 12.5 4.5 4.5L19 7.5" strokeLinecap="round" strokeLinejoin="round" />
          </svg>
          Copied
        </span>
      </Button>
      <span role="status" className="sr-only">
        {isCopied && "Link copied."}
      </span>
    </>
  );
}
