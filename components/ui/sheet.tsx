"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { buttonClass, type Look } from "./button-class";
import { cx } from "./cx";
import { stack } from "./panel";

type Props = {
  /** The text of the button that opens it. */
  trigger: ReactNode;
  look?: Look;
  title: string;
  children: ReactNode;
};

/** A dialog above the page: comes up from the bottom on a phone, stands in the middle on larger screens. */
export function Sheet({ trigger, look, title, children }: Props) {
  return (
    <Base.Root>
      <Base.Trigger className={buttonClass(look)}>{trigger}</Base.Trigger>
      <Base.Portal>
        <Base.Backdrop
          className={cx(
            "fixed inset-0 z-30 bg-scrim transition-opacity",
            "data-ending-style:opacity-0 data-starting-style:opacity-0",
          )}
        />
        <Base.Popup
          className={cx(
            "fixed inset-x-0 bottom-0 z-30 max-h-[90dvh] overflow-y-auto rounded-t-card bg-panel p-5 shadow-raised transition",
            "data-ending-style:translate-y-6 data-ending-style:opacity-0",
            "data-starting-style:translate-y-6 data-starting-style:opacity-0",
            "sm:inset-x-4 sm:top-1/2 sm:bottom-auto sm:mx-auto sm:max-w-dialog sm:-translate-y-1/2 sm:rounded-card",
            stack,
          )}
        >
          <div className="flex items-center justify-between gap-4">
            <Base.Title>{title}</Base.Title>
            <Base.Close className={buttonClass("quiet", "px-3")}>Close</Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
