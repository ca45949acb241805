import { type ReactNode, type RefObject, useState } from "react";
import type { Scope } from "@/lib/scopes";
import { FormMessage } from "../ui/field";
import { Sheet } from "../ui/sheet";
import { KeySecretOnce } from "./key-secret-once";

/** What a dialog that makes a secret shows. */
export type SecretContent = {
  title: ReactNode;
  /** What is shown once after the form; null before that. */
  made: { label: string; secret: string; scopes: readonly Scope[] } | null;
  /** The form that makes the secret. */
  children: ReactNode;
};

type Props = SecretContent & {
  open: boolean;
  /** What gets the focus when it closes. The default is what had it before. */
  finalFocus?: RefObject<HTMLElement | null>;
  onClose(): void;
};

/** A dialog with a form, then the whole secret, shown once. While a secret is shown, it asks before closing. */
export function SecretDialog({ open, title, made, finalFocus, onClose, children }: Props) {
  const [isLeaving, setLeaving] = useState(false);
  const close = () => {
    setLeaving(false);
    onClose();
  };
  return (
    <Sheet
      title={title}
      open={open}
      finalFocus={finalFocus}
      onClose={() => (made && !isLeaving ? setLeaving(true) : close())}
    >
      {made ? (
        <KeySecretOnce {...made} onDone={close}>
          <FormMessage kind="problem" role="alert">
            {isLeaving && <p>Have you stored the key? It cannot be shown again. Close once more to leave.</p>}
          </FormMessage>
        </KeySecretOnce>
      ) : (
        children
      )}
    </Sheet>
  );
}
