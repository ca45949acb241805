"use client";

import { useState } from "react";
import { Button } from "../ui/button";
import { copyText } from "../ui/copy-text";
import { ShareButton } from "../ui/share-button";
import { useHydrated } from "../ui/use-hydrated";

type Props = {
  url: string;
  /** A short title of the linked page. */
  title: string;
};

/**
 * Copies the private link. Where the system has a sheet for sharing, offers that, so that applicants can send the link
 * to their own mail or notes.
 */
export function KeepActions({ url, title }: Props) {
  const [isCopied, setCopied] = useState(false);
  const canShare = useHydrated() && navigator.share !== undefined;
  // If nothing can be copied, the text is selected.
  const copy = async () => setCopied(await copyText(url, document.querySelector<HTMLInputElement>("#private-link")));
  return (
    <div className="flex flex-wrap gap-2.5 noscript:hidden">
      <p className="w-full font-medium">This page is your way back. Keep its link.</p>
      <Button look="quiet" onClick={copy}>
        {isCopied ? "Link copied" : "Copy your private link"}
      </Button>
      {canShare && <ShareButton label="Send it to yourself" title={title} url={url} />}
      <p role="status" className="sr-only">
        {isCopied && "The link was copied."}
      </p>
    </div>
  );
}
