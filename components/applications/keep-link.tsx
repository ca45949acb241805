"use client";

import type { ReactNode } from "react";
import { cx } from "../ui/cx";
import { Input } from "../ui/field";
import { panel, stack } from "../ui/panel";

type Props = {
  url: string;
  isMailed: boolean;
  mayWithdraw: boolean;
  /** Other ways to keep the link. */
  children: ReactNode;
};

/** The private link, which the applicant should keep. */
export function KeepLink({ url, isMailed, mayWithdraw, children }: Props) {
  return (
    <section aria-labelledby="keep-heading" className={cx(panel, stack, "gap-3")}>
      <h2 id="keep-heading" className="text-lg">
        Keep this link
      </h2>
      <p>
        It is the way back to this page{isMailed && "; if we can, we also send it to you by e-mail"}. Whoever has it can
        see {mayWithdraw && "and withdraw "}your application, so keep it to yourself.
      </p>
      <Input
        id="private-link"
        aria-label="Your private link"
        readOnly
        value={url}
        className="font-mono text-sm"
        onFocus={(event) => event.target.select()}
      />
      {children}
    </section>
  );
}
