import { useState } from "react";
import type { Look } from "../ui/button";
import { Button } from "../ui/button";
import { type SecretContent, SecretDialog } from "./secret-dialog";

type Props = SecretContent & {
  /** The text of the button that opens it. */
  trigger: string;
  look?: Look;
  onClose(): void;
};

/** A button with a dialog that makes a secret. */
export function SecretSheet({ trigger, look = "primary", onClose, ...content }: Props) {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onClose();
  };
  return (
    <>
      <Button look={look} className="justify-self-start" onClick={() => setOpen(true)}>
        {trigger}
      </Button>
      <SecretDialog {...content} open={isOpen} onClose={close} />
    </>
  );
}
