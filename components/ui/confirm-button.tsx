"use client";

import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import { type ReactNode, useRef } from "react";
import { buttonClass, type Look } from "./button-class";
import { cx } from "./cx";
import { actions, backdrop, stack } from "./panel";

type Props = {
  label: ReactNode;
  look?: Look;
  /** The question before the step. */
  question: ReactNode;
  /** The consequences, if the question does not say them. */
  details?: ReactNode;
  confirm: string;
  /** The label of the button that cancels, if "Cancel" could be misread. */
  keep?: string;
  /** Red for something that is lost, the main colour for good news. */
  tone?: "danger" | "primary";
  busy: boolean;
  onConfirm(): void;
};

/** A button for a step that needs a second thought. A dialog asks first, with the focus on the button that cancels. */
export function ConfirmButton({
  label,
  look = "quiet-danger",
  question,
  details,
  confirm,
  keep = "Cancel",
  tone = "danger",
  busy,
  onConfirm,
}: Props) {
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Base.Root>
      <Base.Trigger className={buttonClass(look, "justify-self-start")} aria-disabled={busy}>
        {label}
      </Base.Trigger>
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
          <div className={cx(actions, "justify-end max-sm:grid max-sm:grid-cols-[minmax(0,1fr)]")}>
            <Base.Close ref={cancel} className={buttonClass("quiet")}>
              {keep}
            </Base.Close>
            <Base.Close className={buttonClass(tone)} onClick={() => busy || onConfirm()}>
              {confirm}
            </Base.Close>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
