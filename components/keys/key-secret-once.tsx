import type { ReactNode } from "react";
import { pathToTry } from "@/lib/keys/words";
import type { Scope } from "@/lib/scopes";
import { SecretOnce } from "../ui/secret-once";

type Props = { label: string; secret: string; scopes: readonly Scope[]; onDone(): void; children: ReactNode };

const ONCE = "It is shown only once, because nobody can read it again later.";
const NOTHING_TO_TRY = "There is no command to try it, because everything that it may do changes an adoption.";

/** The secret of a key, shown once, with a command that tries it. */
export function KeySecretOnce({ label, secret, scopes, onDone, children }: Props) {
  const path = pathToTry(scopes);
  return (
    <SecretOnce
      label={label}
      value={secret}
      hint={path === null ? `${ONCE} ${NOTHING_TO_TRY}` : ONCE}
      more={
        path === null
          ? undefined
          : {
              label: "Try it in a terminal",
              value: `curl -H "Authorization: Bearer ${secret}" "${window.location.origin}${path}"`,
            }
      }
      onDone={onDone}
    >
      {children}
    </SecretOnce>
  );
}
