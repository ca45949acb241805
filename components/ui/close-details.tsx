"use client";

import type { MouseEvent, ReactNode } from "react";
import { buttonClass } from "./button";

type Props = {
  /** The URL of the page itself. Without JavaScript, it opens again with the details closed. */
  href: string;
  children: ReactNode;
};

/** Closes the details around it, for people who change their mind. The focus goes to the summary. */
export function CloseDetails({ href, children }: Props) {
  const close = (event: MouseEvent<HTMLAnchorElement>) => {
    const details = event.currentTarget.closest("details");
    if (!details) return;
    event.preventDefault();
    details.open = false;
    details.querySelector("summary")?.focus();
  };
  return (
    <a className={buttonClass("quiet")} href={href} onClick={close}>
      {children}
    </a>
  );
}
