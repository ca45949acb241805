"use client";

import type { ReactNode } from "react";
import { buttonClass } from "../ui/style/button-class";
import { useOwnApplication } from "./use-own-application";

type Props = {
  petId: bigint;
  className?: string;
  /** What the main action is for. */
  hint?: string;
  /** The main action for visitors without an application: a button of the same size. */
  children: ReactNode;
};

/**
 * Leads to the application for the animal, if this browser remembers one. Otherwise, shows the main action of its page.
 */
export function MainAction({ petId, className, hint, children }: Props) {
  const own = useOwnApplication(petId);
  return (
    <>
      {own === null ? (
        children
      ) : (
        // Not a link of Next.js, because no request of this page may name the URL of the private page.
        <a className={buttonClass("primary", className)} href={own.href}>
          {own.label}
        </a>
      )}
      {hint && (
        <p className="text-center text-sm text-soft">{own === null ? hint : "How it is going, and what comes next"}</p>
      )}
    </>
  );
}
