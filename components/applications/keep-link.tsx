"use client";

import { type ReactNode, useState } from "react";
import { Button } from "../ui/button";
import { cx } from "../ui/cx";
import { Input } from "../ui/field";
import { panel, stack } from "../ui/panel";

type Props = {
  url: string;
  isMailed: boolean;
  /** What else helps to find the way back. */
  children: ReactNode;
};

/** The private link, to be kept. */
export function KeepLink({ url, isMailed, children }: Props) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      // Without permission, or over plain HTTP: the text can still be selected.
      document.querySelector<HTMLInputElement>("#private-link")?.select();
    }
  };
  return (
    <section aria-labelledby="keep-heading" className={cx(panel, stack, "gap-3")}>
      <h2 id="keep-heading" className="text-lg">
        Keep this link
      </h2>
      <p>
        It is the way back to this page{isMailed && "; if we can, we also send it to you by e-mail"}. Whoever has it can
        see and withdraw your application, so keep it to yourself.
      </p>
      <div className="flex flex-wrap gap-2.5">
        <Input
          id="private-link"
          aria-label="Your private link"
          readOnly
          value={url}
          className="min-w-0 flex-1 basis-56 font-mono text-sm"
          onFocus={(event) => event.target.select()}
        />
        <Button look="quiet" className="noscript:hidden" onClick={copy}>
          {isCopied ? "Copied" : "Copy link"}
        </Button>
      </div>
      {children}
      <p role="status" className="sr-only">
        {isCopied && "The link was copied."}
      </p>
    </section>
  );
}
