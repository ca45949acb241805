import { type RefObject, useState } from "react";
import type { KeyDetail } from "@/lib/keys/schema";
import { KeyCreateForm, type MadeKey } from "./key-create-form";
import { SecretDialog } from "./secret-dialog";

type Props = {
  detail: KeyDetail;
  open: boolean;
  /** What gets the focus when the dialog closes. */
  finalFocus: RefObject<HTMLElement | null>;
  onClose(): void;
};

/** The dialog that creates a key with the name and the settings of another one, whose permissions cannot be changed. */
export function KeyCopy({ detail, open, finalFocus, onClose }: Props) {
  const [made, setMade] = useState<MadeKey | null>(null);
  const close = () => {
    setMade(null);
    onClose();
  };
  return (
    <SecretDialog
      open={open}
      finalFocus={finalFocus}
      title={made ? `The new key “${made.name}”` : "Create a key with these settings"}
      made={made && { label: "The new key", secret: made.key, scopes: made.scopes }}
      onClose={close}
    >
      <p>Choose the permissions of the new key. When your programs use it, revoke this one.</p>
      <KeyCreateForm like={detail} onMade={setMade} />
    </SecretDialog>
  );
}
