"use client";

import type { ReactNode } from "react";
import { buttonClass } from "../ui/button-class";
import { useRememberedPath } from "./asked-already";

type Props = {
  petId: bigint;
  className?: string;
  /** The main action for everybody else: a button of the same size. */
  children: ReactNode;
};

/** Leads to the application for the animal that this device remembers, instead of to the main action of its page. */
export function MainAction({ petId, className, children }: Props) {
  const href = useRememberedPath(petId);
  if (href === null) return children;
  return (
    // Not a link of Next.js: no request of this page may name it.
    <a className={buttonClass("primary", className)} href={href}>
      See your application
    </a>
  );
}
