import { type ReactNode, useState } from "react";
import type { Scope } from "@/lib/scopes";
import { Button } from "../ui/button";
import type { Look } from "../ui/button-class";
import { FormMessage } from "../ui/field";
import { Sheet } from "../ui/sheet";
import { KeySecretOnce } from "./key-secret-once";

type Props = {
  /** The text of the button that opens it. */
  trigger: string;
  look?: Look;
  title: string;
  /** What is shown once after the form, or null before. */
  made: { label: string; secret: string; scopes: readonly Scope[] } | null;
  onClose(): void;
  /** The form that makes the secret. */
  children: ReactNode;
};

/**
 * A button with a dialog: a form, then the whole secret, shown once. While a secret is shown, it asks before closing.
 */
export function SecretSheet({ trigger, look = "primary", title, made, onClose, children }: Props) {
  const [open, setOpen] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const close = () => {
    setOpen(false);
    setLeaving(false);
    onClose();
  };
  return (
    <>
      <Button look={look} className="justify-self-start" onClick={() => setOpen(true)}>
        {trigger}
      </Button>
      <Sheet title={title} open={open} onClose={() => (made && !isLeaving ? setLeaving(true) : close())}>
        {made ? <KeySecretOnce {...made} onDone={close} /> : children}
        <FormMessage kind="problem" role="alert">
          {isLeaving && <p>Have you stored the key? It cannot be shown again. Close once more to leave.</p>}
        </FormMessage>
      </Sheet>
    </>
  );
}
