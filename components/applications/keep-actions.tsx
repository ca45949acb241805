"use client";

import { useState } from "react";
import { Button } from "../ui/button";
import { copyText } from "../ui/copy-text";
import { cx } from "../ui/cx";
import { ShareButton } from "../ui/share-button";
import { useHydrated } from "../ui/use-hydrated";

type Props = {
  url: string;
  /** A short title of the linked page. */
  title: string;
  /** The id of the field with the link. */
  field: string;
};

/** One of the two texts of the button, which has the width of the wider one. */
const text = "col-start-1 row-start-1";

/**
 * Copies the private link. Where the system has a sheet for sharing, offers that, so that applicants can send the link
 * to their own mail or notes. Its space is reserved, so that nothing moves when it appears. Hidden without scripts.
 */
export function KeepActions({ url, title, field }: Props) {
  const [isCopied, setCopied] = useState(false);
  const canShare = useHydrated() && navigator.share !== undefined;
  // If nothing can be copied, the text is selected.
  const copy = async () => setCopied(await copyText(url, document.querySelector<HTMLInputElement>(`#${field}`)));
  return (
    <div className="flex flex-wrap gap-2.5 *:px-2.5 noscript:hidden sm:*:px-5">
      <Button look="quiet" className="grid!" onClick={copy}>
        <span className={cx(text, isCopied && "invisible")}>Copy link</span>
        <span className={cx(text, !isCopied && "invisible")}>Copied</span>
      </Button>
      <ShareButton
        label="Send to yourself"
        title={title}
        url={url}
        className={cx("max-sm:[&_svg]:hidden", !canShare && "invisible")}
      />
      <p role="status" className="sr-only">
        {isCopied && "The link was copied."}
      </p>
    </div>
  );
}
