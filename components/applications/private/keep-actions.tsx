"use client";

import { useState } from "react";
import { mailtoHref } from "@/lib/applications/reply/replies";
import { copyText } from "../../ui/browser/copy-text";
import { Button } from "../../ui/buttons/button";
import { ShareButton } from "../../ui/buttons/share-button";
import { buttonClass } from "../../ui/style/button-class";
import { cx } from "../../ui/style/cx";
import { stackedActions } from "../../ui/style/panel";

type Props = {
  url: string;
  /** A short title of the linked page. */
  title: string;
  /** Where the link can be sent: the applicant's own e-mail address. */
  email: string;
  /** Whether the link is also sent by e-mail. If not, the applicant has to copy it. */
  isMailed: boolean;
  /** The id of the field with the link. */
  field: string;
};

/** One of the two labels of the button, which has the width of the wider one. */
const text = "col-start-1 row-start-1";

/** Without scripts, the e-mail is the only action, so it looks like the main one. */
const mainWithoutScripts =
  "noscript:border-accent noscript:bg-accent noscript:text-accent-ink noscript:hover:bg-accent-hover noscript:active:bg-accent-pressed";

/**
 * Copies the private link, or sends it to the applicant's own e-mail address. On touch screens, it can be shared
 * too. Only the e-mail works without scripts.
 */
export function KeepActions({ url, title, email, isMailed, field }: Props) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    const shown = document.querySelector<HTMLInputElement>(`#${field}`);
    // If nothing can be copied, the text is selected, unless the field is hidden, as on phones.
    setCopied(await copyText(url, shown?.checkVisibility() ? shown : null));
  };
  return (
    <div className={stackedActions}>
      <Button look={isMailed ? "quiet" : "primary"} className="grid! unready:invisible noscript:hidden!" onClick={copy}>
        <span className={cx(text, isCopied && "invisible")}>Copy the link</span>
        <span className={cx(text, !isCopied && "invisible")}>Copied</span>
      </Button>
      <ShareButton title={title} url={url} className="hidden! pointer-coarse:grid!" />
      <a
        className={buttonClass("quiet", isMailed ? undefined : mainWithoutScripts)}
        href={mailtoHref(email, title, url)}
      >
        E-mail it to myself
      </a>
      <p role="status" className="sr-only">
        {isCopied && "The link was copied."}
      </p>
    </div>
  );
}
