import type { Scope } from "@/lib/scopes";
import { SecretOnce } from "../ui/secret-once";

type Props = { label: string; secret: string; scopes: readonly Scope[]; onDone(): void };

/** The secret of a key, shown once, with a command that tries it. */
export function KeySecretOnce({ label, secret, scopes, onDone }: Props) {
  const path = pathToTry(scopes);
  return (
    <SecretOnce
      label={label}
      value={secret}
      hint="It is shown only once: the service stores only its hash."
      more={
        path === null
          ? undefined
          : {
              label: "Try it in a terminal",
              value: `curl -H "Authorization: Bearer ${secret}" "${window.location.origin}${path}"`,
            }
      }
      onDone={onDone}
    />
  );
}

/**
 * Returns a path that a key with these permissions can read, or null if it can only write, which nobody does just to
 * try a key.
 */
function pathToTry(scopes: readonly Scope[]): string | null {
  if (scopes.includes("pets:read")) return "/v1/pets?limit=3";
  return scopes.includes("orders:read") ? "/v1/store/orders?limit=3" : null;
}
