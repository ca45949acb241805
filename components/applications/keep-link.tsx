"use client";

import { useRef } from "react";
import type { LinkMail } from "@/lib/applications/mail-store";
import { mailtoHref } from "@/lib/applications/replies";
import { Button, buttonClass } from "../ui/button";
import { useCopy } from "../ui/copy";
import { Input } from "../ui/field";
import { panel, stack, stackedActions } from "../ui/panel";
import { cx } from "../ui/style";

type Props = {
  url: string;
  title: string;
  /** Where the link can be sent: the applicant's own e-mail address. */
  email: string;
  mail: LinkMail;
  powers: string;
};

/** A phone would show only the beginning of the link. Without scripts, it is a text to select. */
export function KeepLink({ url, title, email, mail, powers }: Props) {
  const isMailed = mail === "sent" || mail === "waiting";
  const field = useRef<HTMLInputElement>(null);
  const { copied, copy } = useCopy(url);
  return (
    <section aria-labelledby="keep-heading" className={cx(panel, stack, "gap-3", mail === "off" && "border-accent!")}>
      <h2 id="keep-heading" className="text-lg">
        Keep this link
      </h2>
      <p className="text-pretty">
        This link is your way back to this page.
        {isMailed && (
          <>
            {" "}
            {mail === "sent" ? "We have also sent it to" : "We are also sending it to"}{" "}
            <bdi className="font-medium wrap-anywhere">{email}</bdi>.
          </>
        )}
      </p>
      <Input
        ref={field}
        aria-label="Your private link"
        readOnly
        value={url}
        className="border-solid! text-sm text-ellipsis max-sm:hidden noscript:hidden"
        onFocus={(event) => event.target.select()}
      />
      <p className="hidden rounded-control border border-control-line px-3 py-2 text-sm wrap-anywhere select-all noscript:block">
        {url}
      </p>
      <div className={stackedActions}>
        <Button
          look={isMailed ? "quiet" : "primary"}
          className="unready:invisible noscript:hidden!"
          // If nothing can be copied, the text is selected, unless the field is hidden, as on phones.
          onClick={() => void copy(field.current?.checkVisibility() ? field.current : null)}
        >
          {copied ? "Copied" : "Copy the link"}
        </Button>
        <a className={buttonClass("quiet")} href={mailtoHref(email, title, url)}>
          E-mail it to myself
        </a>
        <p role="status" className="sr-only">
          {copied && "The link was copied."}
        </p>
      </div>
      <p className="text-sm text-pretty text-soft">Whoever has the link can {powers}.</p>
    </section>
  );
}
