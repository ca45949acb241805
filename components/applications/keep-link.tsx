"use client";

import type { ReactNode } from "react";
import { cx } from "../ui/cx";
import { Input } from "../ui/field";
import { panel, stack } from "../ui/panel";
import { KeepActions } from "./keep-actions";

type Props = {
  url: string;
  /** A short title of the linked page. */
  title: string;
  email: string;
  isMailed: boolean;
  /** What whoever has the link can do. */
  powers: string;
  /** Another way to keep the link, which comes first. */
  children: ReactNode;
};

const FIELD = "private-link";

/** The private link, which the applicant should keep, and the ways to keep it. */
export function KeepLink({ url, title, email, isMailed, powers, children }: Props) {
  return (
    <section aria-labelledby="keep-heading" className={cx(panel, stack, "gap-3")}>
      <h2 id="keep-heading" className="text-lg">
        Keep this link
      </h2>
      {children}
      <p className="text-pretty">
        It is your way back to this page{isMailed && "; if we can, we also send it to you by e-mail"}. Whoever has it
        can {powers}.
      </p>
      <Input
        id={FIELD}
        aria-label="Your private link"
        readOnly
        value={url}
        className="font-mono text-sm"
        onFocus={(event) => event.target.select()}
      />
      <KeepActions url={url} title={title} email={email} field={FIELD} />
    </section>
  );
}
