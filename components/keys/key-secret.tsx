import { type ReactNode, useState } from "react";
import { pathToTry } from "@/lib/keys/words";
import type { Scope } from "@/lib/scopes";
import { Button } from "../ui/button";
import { SecretOnce } from "../ui/copyable";
import { FormMessage } from "../ui/field";
import { type OpenerProps, Sheet } from "../ui/sheet";

export type MadeSecret = { secret: string; scopes: readonly Scope[] };

type ButtonProps = OpenerProps & {
  secretLabel: string;
  /** The form. */
  children(onMade: (made: MadeSecret) => void): ReactNode;
};

/**
 * A button that opens a dialog with a form, then the whole secret, shown once. While a secret is shown, it asks before
 * closing.
 */
export function SecretButton({ label, title, secretLabel, children, ...button }: ButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<MadeSecret | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const close = () => {
    setMade(null);
    setLeaving(false);
    setOpen(false);
  };
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Sheet title={title} open={isOpen} onClose={() => (made && !isLeaving ? setLeaving(true) : close())}>
        {made ? (
          <KeySecret label={secretLabel} secret={made.secret} scopes={made.scopes} onDone={close}>
            <FormMessage kind="problem" role="alert">
              {isLeaving && <p>Have you stored the key? It cannot be shown again. Close once more to leave.</p>}
            </FormMessage>
          </KeySecret>
        ) : (
          children(setMade)
        )}
      </Sheet>
    </>
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
