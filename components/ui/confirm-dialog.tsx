"use client";

import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import { type ReactNode, useRef, useState } from "react";
import { buttonClass, type Look } from "./button";
import { backdrop, dialogActions, stack } from "./panel";
import { cx } from "./style";

export type Question = {
  question: ReactNode;
  details?: ReactNode;
  confirm: string;
  /** If it returns false, the dialog stays open, for example to point out a mistake. */
  mayConfirm?(): boolean;
  /** Instead of "Cancel", where that could be misread. */
  keep?: string;
  children?: ReactNode;
  tone?: "danger" | "primary";
};

/** The button that cancels has the focus. */
function ConfirmPopup({
  question,
  details,
  confirm,
  mayConfirm,
  keep = "Cancel",
  tone = "danger",
  children,
  onConfirm,
}: Question & { onConfirm(): void }) {
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Base.Portal>
      <Base.Backdrop className={backdrop} />
      <Base.Popup
        initialFocus={cancel}
        className={cx(
          "fixed inset-x-4 top-1/2 z-30 mx-auto max-h-[90dvh] max-w-narrow -translate-y-1/2 overflow-y-auto",
          "rounded-card bg-panel p-5 shadow-raised transition outline-none",
          "data-ending-style:scale-95 data-ending-style:opacity-0",
          "data-starting-style:scale-95 data-starting-style:opacity-0",
          stack,
        )}
      >
        <Base.Title className="wrap-anywhere">{question}</Base.Title>
        {details && <Base.Description className="wrap-anywhere">{details}</Base.Description>}
        {children}
        <div className={dialogActions}>
          <Base.Close ref={cancel} className={buttonClass("quiet")}>
            {keep}
          </Base.Close>
          <Base.Close
            className={buttonClass(tone)}
            onClick={(event) => {
              if (mayConfirm?.() ?? true) onConfirm();
              else event.preventBaseUIHandler();
            }}
          >
            {confirm}
          </Base.Close>
        </div>
      </Base.Popup>
    </Base.Portal>
  );
}

type Props = Question & { open: boolean; onAnswer(isConfirmed: boolean): void };

/** Asks before a step that was chosen elsewhere, such as in a menu. */
export function ConfirmDialog({ open, onAnswer, ...question }: Props) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onAnswer(false)}>
      <ConfirmPopup {...question} onConfirm={() => onAnswer(true)} />
    </Base.Root>
  );
}

/** Asks a question in a dialog, which stays rendered while it closes. */
export function useQuestion() {
  const [asked, setAsked] = useState<{ question: Question; onYes(): unknown } | null>(null);
  const [isAsking, setAsking] = useState(false);
  const ask = (question: Question, onYes: () => unknown) => {
    setAsked({ question, onYes });
    setAsking(true);
  };
  const dialog = asked && (
    <ConfirmDialog
      {...asked.question}
      open={isAsking}
      onAnswer={(isConfirmed) => {
        setAsking(false);
        if (isConfirmed) asked.onYes();
      }}
    />
  );
  return { ask, dialog };
}

type ConfirmButtonProps = Question & {
  label: ReactNode;
  look?: Look;
  className?: string;
  busy: boolean;
  onConfirm(): void;
};

/** A button whose step needs a second thought. */
export function ConfirmButton({
  label,
  look = "quiet-danger",
  className,
  busy,
  onConfirm,
  ...question
}: ConfirmButtonProps) {
  return (
    <Base.Root>
      <Base.Trigger className={buttonClass(look, cx("justify-self-start", className))} aria-disabled={busy}>
        {label}
      </Base.Trigger>
      <ConfirmPopup {...question} onConfirm={() => busy || onConfirm()} />
    </Base.Root>
  );
}
