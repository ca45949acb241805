"use client";

import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import { ConfirmPopup, type Question } from "./confirm-popup";

type Props = Question & { open: boolean; onAnswer(isConfirmed: boolean): void };

/** A dialog that asks before a step that was chosen elsewhere, such as in a menu. */
export function ConfirmDialog({ open, onAnswer, ...question }: Props) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onAnswer(false)}>
      <ConfirmPopup {...question} onConfirm={() => onAnswer(true)} />
    </Base.Root>
  );
}
