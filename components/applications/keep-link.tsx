"use client";

import { useState } from "react";
import type { LinkMail } from "@/lib/applications/mail-store";
import { mailtoHref } from "@/lib/applications/replies";
import { Button, buttonClass } from "../ui/button";
import { copyText } from "../ui/copy";
import { Input } from "../ui/field";
import { ShareButton } from "../ui/page-buttons";
import { panel, stack, stackedActions } from "../ui/panel";
import { cx } from "../ui/style";

type Props = {
  url: string;
  title: string;
  /** Where the link can be sent: the applicant's own e-mail address. */
  email: string;
  /** Whether the link is also sent by e-mail. If not, the applicant has to copy it. */
  isMailed: boolean;
  field: string;
};

const text = "col-start-1 row-start-1";

/** Without scripts, the e-mail is the only action, so it looks like the main one. */
const mainWithoutScripts =
  "noscript:border-accent noscript:bg-accent noscript:text-accent-ink noscript:hover:bg-accent-hover noscript:active:bg-accent-pressed";

/** Only the e-mail works without scripts. */
function KeepActions({ url, title, email, isMailed, field }: Props) {
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

type KeepLinkProps = {
  url: string;
  title: string;
  email: string;
  mail: LinkMail;
  powers: string;
};

const FIELD = "private-link";

/** A phone would show only the beginning of the link. Without scripts, it is a text to select. */
export function KeepLink({ url, title, email, mail, powers }: KeepLinkProps) {
  const isOnlyWay = mail === "off";
  return (
    <section aria-labelledby="keep-heading" className={cx(panel, stack, "gap-3", isOnlyWay && "border-accent!")}>
      <h2 id="keep-heading" className="text-lg">
        Keep this link
      </h2>
      <p className="text-pretty">
        This link is your way back to this page.
        {(mail === "sent" || mail === "waiting") && (
          <>
            {" "}
            {mail === "sent" ? "We have also sent it to" : "We are also sending it to"}{" "}
            <bdi className="font-medium wrap-anywhere">{email}</bdi>.
          </>
        )}
      </p>
      <Input
        id={FIELD}
        aria-label="Your private link"
        readOnly
        value={url}
        className="border-solid! text-sm text-ellipsis max-sm:hidden noscript:hidden"
        onFocus={(event) => event.target.select()}
      />
      <p className="hidden rounded-control border border-control-line px-3 py-2 text-sm wrap-anywhere select-all noscript:block">
        {url}
      </p>
      <KeepActions
        url={url}
        title={title}
        email={email}
        field={FIELD}
        isMailed={mail === "sent" || mail === "waiting"}
      />
      <p className="text-sm text-pretty text-soft">Whoever has the link can {powers}.</p>
    </section>
  );
}
