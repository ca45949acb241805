import { type ReactNode, useState } from "react";
import { pathToTry } from "@/lib/keys/words";
import type { Scope } from "@/lib/scopes";
import { SecretOnce } from "../ui/copyable";
import { FormMessage } from "../ui/field";
import { Sheet } from "../ui/sheet";

export type MadeSecret = { secret: string; scopes: readonly Scope[] };

type DialogProps = {
  title: ReactNode;
  open: boolean;
  label: string;
  /** The form. */
  children(onMade: (made: MadeSecret) => void): ReactNode;
  onClose(): void;
};

/** A dialog with a form, then the whole secret, shown once. While a secret is shown, it asks before closing. */
export function SecretDialog({ open, title, label, onClose, children }: DialogProps) {
  const [made, setMade] = useState<MadeSecret | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const close = () => {
    setMade(null);
    setLeaving(false);
    onClose();
  };
  return (
    <Sheet title={title} open={open} onClose={() => (made && !isLeaving ? setLeaving(true) : close())}>
      {made ? (
        <KeySecret label={label} secret={made.secret} scopes={made.scopes} onDone={close}>
          <FormMessage kind="problem" role="alert">
            {isLeaving && <p>Have you stored the key? It cannot be shown again. Close once more to leave.</p>}
          </FormMessage>
        </KeySecret>
      ) : (
        children(setMade)
      )}
    </Sheet>
  );
}

const ONCE = "It is shown only once, because nobody can read it again later.";
const NOTHING_TO_TRY = "There is no command to try it, because everything that it may do changes something.";

type SecretProps = MadeSecret & { label: string; onDone(): void; children: ReactNode };

function KeySecret({ label, secret, scopes, ...rest }: SecretProps) {
  const path = pathToTry(scopes);
  if (path === null) return <SecretOnce label={label} value={secret} hint={`${ONCE} ${NOTHING_TO_TRY}`} {...rest} />;
  const command = `curl -H "Authorization: Bearer ${secret}" "${window.location.origin}${path}"`;
  const more = { label: "Try it in a terminal", value: command };
  return <SecretOnce label={label} value={secret} hint={ONCE} more={more} {...rest} />;
}
