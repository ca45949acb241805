import { useEffect, useRef } from "react";
import { Button } from "../ui/button";
import { readEmail } from "./session";
import { SignInForm } from "./sign-in-form";

const ID = "session-over";

type CoverProps = {
  title: string;
  about: string;
  /** Called when the person does not want to sign in. Without it, they have to. */
  onCancel?: () => void;
};

/** A native dialog, because it is above every sheet and toast, and nothing below it can be reached. */
export function SessionCover({ title, about, onCancel }: CoverProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { current } = dialog;
    if (current === null) return;
    const focusedBefore = document.activeElement;
    // Escape must not close this dialog, nor reach the sheets below it.
    const keepOpen = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
    };
    current.addEventListener("keydown", keepOpen);
    current.showModal();
    document.getElementById(`${ID}-${readEmail() === null ? "email" : "password"}`)?.focus();
    return () => {
      current.close();
      if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected) focusedBefore.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${ID}-heading`}
      className="m-0 grid size-full content-start gap-3 max-h-none max-w-none justify-items-center overflow-y-auto bg-page p-gutter text-ink sm:pt-[12vh]"
      onCancel={(event) => event.preventDefault()}
    >
      <SignInForm id={ID} title={title} about={about} onSignedIn={() => {}} />
      {onCancel && (
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </dialog>
  );
}
