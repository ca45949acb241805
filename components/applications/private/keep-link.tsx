"use client";

import type { ReactNode } from "react";
import type { LinkMail } from "@/lib/applications/mail-store";
import { cx } from "../../ui/cx";
import { Input } from "../../ui/field";
import { panel, stack } from "../../ui/panel";
import { KeepActions } from "./keep-actions";

type Props = {
  url: string;
  /** A short title of the linked page. */
  title: string;
  email: string;
  /** Whether the link was also sent by e-mail. */
  mail: LinkMail;
  /** What anybody with the link can do. */
  powers: string;
  /** Another way to keep the link, shown last. */
  children: ReactNode;
};

const FIELD = "private-link";

/**
 * The private link, which the applicant should keep, and the ways to keep it. On a phone the field is hidden, because
 * only the beginning of the link would fit.
 */
export function KeepLink({ url, title, email, mail, powers, children }: Props) {
  return (
    <section aria-labelledby="keep-heading" className={cx(panel, stack, "gap-3")}>
      <h2 id="keep-heading" className="text-lg">
        Keep this link
      </h2>
      <p className="text-pretty">
        This link is your way back to this page. Whoever has it can {powers}.
        {mail && mail !== "off" && (
          <>
            {" "}
            {mail === "sent" ? "We have also sent it to" : "We are also sending it to"}{" "}
            <bdi className="font-medium wrap-anywhere">{email}</bdi>.
          </>
        )}
        {mail === "off" &&
          " We do not send you this link by e-mail, so please copy it or send it to yourself. Our answer comes by e-mail."}
      </p>
      <Input
        id={FIELD}
        aria-label="Your private link"
        readOnly
        value={url}
        className="border-solid! text-sm text-ellipsis max-sm:hidden"
        onFocus={(event) => event.target.select()}
      />
      <KeepActions
        url={url}
        title={title}
        email={email}
        field={FIELD}
        isMailed={mail === "sent" || mail === "waiting"}
      />
      {children}
    </section>
  );
}
