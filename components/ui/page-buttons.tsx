"use client";

import { type MouseEvent, type ReactNode, useEffect, useState } from "react";
import { Button, buttonClass } from "./button";
import { copyText } from "./copy";
import { cx, needsScripts } from "./style";
import { showToast } from "./toast";

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

type CloseDetailsProps = {
  /** The URL of the page itself. Without JavaScript, it opens again with the details closed. */
  href: string;
  children: ReactNode;
};

/** Closes the details around it, for people who change their mind. The focus goes to the summary. */
export function CloseDetails({ href, children }: CloseDetailsProps) {
  const close = (event: MouseEvent<HTMLAnchorElement>) => {
    const details = event.currentTarget.closest("details");
    if (!details) return;
    event.preventDefault();
    details.open = false;
    details.querySelector("summary")?.focus();
  };
  return (
    <a className={buttonClass("quiet")} href={href} onClick={close}>
      {children}
    </a>
  );
}
