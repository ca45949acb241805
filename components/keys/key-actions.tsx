"use client";

import { useRef, useState } from "react";
import { useChangeKey, useRotateKey } from "@/lib/keys/queries";
import type { KeyDetail, KeySecret } from "@/lib/keys/schema";
import { Refusal } from "../people/refusal";
import { Button } from "../ui/button";
import { ConfirmButton } from "../ui/confirm-button";
import { cx } from "../ui/cx";
import { Field, Select } from "../ui/field";
import { focusHeading } from "../ui/focus-heading";
import { panel, stack } from "../ui/panel";
import { Time } from "../ui/time";
import { KeySecretOnce } from "./key-secret";

const GRACE_CHOICES: readonly { hours: number; label: string }[] = [
  { hours: 0, label: "Not at all: others may know it" },
  { hours: 1, label: "One hour" },
  { hours: 24, label: "One day" },
  { hours: 72, label: "Three days" },
  { hours: 168, label: "One week" },
];

/** What rotating again does when the response to the last rotation was lost. */
const afterLostRotation = (graceHours: number) =>
  graceHours > 0
    ? "If you rotate it again, you get a secret that works; the one in use keeps working too."
    : "If you rotate it again, you get a secret that works.";

/** Gives a key a new secret. */
export function KeyRotation({ detail: { id, scopes, previousUntil } }: { detail: KeyDetail }) {
  const [graceHours, setGraceHours] = useState(24);
  const [made, setMade] = useState<KeySecret | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const rotate = useRotateKey(id);
  return (
    <section className={cx(panel, stack)} aria-labelledby="rotation-heading">
      <h2 id="rotation-heading" ref={heading} tabIndex={-1}>
        New secret
      </h2>
      {made && (
        <KeySecretOnce
          key={made.key}
          label="The new secret of this key"
          secret={made.key}
          scopes={scopes}
          onDone={() => {
            setMade(null);
            heading.current?.focus();
          }}
        />
      )}
      {previousUntil && (
        <p>
          The secret before this one works until <Time iso={previousUntil} />.
        </p>
      )}
      <form
        className={stack}
        onSubmit={(event) => {
          event.preventDefault();
          if (!rotate.isPending) rotate.mutate(graceHours, { onSuccess: setMade });
        }}
      >
        <Field id="grace" label="The old secret keeps working for">
          {(attributes) => (
            <Select {...attributes} value={graceHours} onChange={(event) => setGraceHours(Number(event.target.value))}>
              {GRACE_CHOICES.map(({ hours, label }) => (
                <option key={hours} value={hours}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button type="submit" look="quiet" className="justify-self-start" busy={rotate.isPending}>
          Rotate: get a new secret
        </Button>
      </form>
      <Refusal
        id="rotation-again"
        error={rotate.error}
        what="The key was not rotated."
        unknown={`We do not know whether the key was rotated. ${afterLostRotation(graceHours)}`}
        onSignedIn={rotate.reset}
      />
    </section>
  );
}

/** Revokes a key. Keys are never deleted. */
export function KeyDangerZone({ detail: { id, name } }: { detail: KeyDetail }) {
  const revoke = useChangeKey(id, "revoke");
  return (
    <section className={cx(panel, stack, "border-danger")} aria-labelledby="danger-heading">
      <h2 id="danger-heading" className="text-danger">
        Danger zone
      </h2>
      <p>Programs that use this key lose access within a second. This cannot be undone. The key stays in the list.</p>
      <ConfirmButton
        label="Revoke this key"
        question={
          <>
            Revoke <bdi>“{name}”</bdi> permanently?
          </>
        }
        details="Requests with this key will be refused within a second. This cannot be undone."
        confirm="Revoke permanently"
        busy={revoke.isPending}
        // This section disappears with the revocation, so the focus moves on.
        onConfirm={() => revoke.mutate(undefined, { onSuccess: focusHeading })}
      />
      <Refusal
        id="revoke-again"
        error={revoke.error}
        what="The key was not revoked."
        unknown="We do not know whether the key was revoked. Revoking it again does no harm."
        onSignedIn={revoke.reset}
      />
    </section>
  );
}
