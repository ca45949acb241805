"use client";

import type { LinkMail } from "@/lib/applications/mail-store";
import { Input } from "../../ui/forms/field";
import { cx } from "../../ui/style/cx";
import { panel, stack } from "../../ui/style/panel";
import { KeepActions } from "./keep-actions";

type Props = {
  url: string;
  /** A short title of the linked page. */
  title: string;
  email: string;
  /** Whether the link was also sent by e-mail. */
  mail: LinkMail;
  /** What the link allows. */
  powers: string;
};

const FIELD = "private-link";

/**
 * The private link, which the applicant should keep, and the ways to keep it. On a phone the field is hidden, because
 * only the beginning of the link would fit. Without scripts, the whole link is a text to select.
 */
export function KeepLink({ url, title, email, mail, powers }: Props) {
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
