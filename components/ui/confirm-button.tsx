"use client";

import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import type { ReactNode } from "react";
import { buttonClass, type Look } from "./button";
import { ConfirmPopup, type Question } from "./confirm-dialog";
import { cx } from "./style";

type Props = Question & { label: ReactNode; look?: Look; className?: string; busy: boolean; onConfirm(): void };

/** A button for a step that needs a second thought. A dialog asks first. */
export function ConfirmButton({ label, look = "quiet-danger", className, busy, onConfirm, ...question }: Props) {
  return (
    <Base.Root>
      <Base.Trigger className={buttonClass(look, cx("justify-self-start", className))} aria-disabled={busy}>
        {label}
      </Base.Trigger>
      <ConfirmPopup {...question} onConfirm={() => busy || onConfirm()} />
    </Base.Root>
  );
}
