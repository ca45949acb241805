"use client";

import { useState } from "react";
import { mailtoHref } from "@/lib/applications/replies";
import { Button } from "../ui/button";
import { buttonClass } from "../ui/button-class";
import { copyText } from "../ui/copy-text";
import { cx } from "../ui/cx";
import { ShareButton } from "../ui/share-button";
import { useHydrated } from "../ui/use-hydrated";

type Props = {
  url: string;
  /** A short title of the linked page. */
  title: string;
  /** Where the link can be sent: the applicant's own e-mail address. */
  email: string;
  /** The id of the field with the link. */
  field: string;
};

/** One of the two texts of the button, which has the width of the wider one. */
const text = "col-start-1 row-start-1";

/**
 * Sends the private link to the applicant's own e-mail address, or copies it. Where the system has a sheet for sharing,
 * offers that, too. Its space is reserved, so that nothing moves when it appears. Without scripts, only the first works.
 */
export function KeepActions({ url, title, email, field }: Props) {
  const [isCopied, setCopied] = useState(false);
  const canShare = useHydrated() && navigator.share !== undefined;
  // If nothing can be copied, the text is selected.
  const copy = async () => setCopied(await copyText(url, document.querySelector<HTMLInputElement>(`#${field}`)));
  return (
    <div className="flex flex-wrap gap-2.5">
      <a className={buttonClass("quiet", "max-sm:w-full")} href={mailtoHref(email, title, url)}>
        E-mail it to myself
      </a>
      <Button look="quiet" className="grid! noscript:hidden!" onClick={copy}>
        <span className={cx(text, isCopied && "invisible")}>Copy link</span>
        <span className={cx(text, !isCopied && "invisible")}>Copied</span>
      </Button>
      <ShareButton title={title} url={url} className={cx(!canShare && "invisible")} />
      <p role="status" className="sr-only">
        {isCopied && "The link was copied."}
      </p>
    </div>
  );
}
