"use client";

import { useState } from "react";
import { useChangeKey, useRotateKey } from "@/lib/keys/queries";
import type { KeyDetail, KeySecret } from "@/lib/keys/schema";
import { Refusal } from "../people/refusal";
import { Button } from "../ui/button";
import { ConfirmButton } from "../ui/confirm-button";
import { cx } from "../ui/cx";
import { Field, Select } from "../ui/field";
import { panel, stack } from "../ui/panel";
import { SecretOnce } from "../ui/secret-once";
import { Time } from "../ui/time";

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

/** Rotates or revokes a key. Keys are never deleted. */
export function KeyActions({ detail: { id, state, previousUntil } }: { detail: KeyDetail }) {
  const [graceHours, setGraceHours] = useState(24);
  const [made, setMade] = useState<KeySecret | null>(null);
  const rotate = useRotateKey(id);
  const revoke = useChangeKey(id, "revoke");
  const problem = rotate.error ?? revoke.error;

  if (state === "revoked") return null;
  return (
    <section className={cx(panel, stack, "desk:col-span-2")} aria-labelledby="actions-heading">
      <h2 id="actions-heading">Change this key</h2>
      {made && (
        <SecretOnce
          id="rotated-key"
          label="The new secret of this key"
          value={made.key}
          hint="It is shown only once: the service stores only its hash."
          onDone={() => setMade(null)}
        />
      )}
      {previousUntil && (
        <p>
          The secret before this one works until <Time iso={previousUntil} />.
        </p>
      )}
      <form
        className={cx(stack, "max-w-narrow")}
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
        <Button type="submit" busy={rotate.isPending}>
          Rotate: get a new secret
        </Button>
      </form>
      <ConfirmButton
        label="Revoke this key"
        question="Requests with this key will be refused within a second, permanently. Revoke it?"
        confirm="Revoke permanently"
        busy={revoke.isPending}
        // This section disappears with the revocation, so the focus moves on.
        onConfirm={() => revoke.mutate(undefined, { onSuccess: () => document.getElementById("main")?.focus() })}
      />
      <Refusal
        id="actions-again"
        error={problem}
        what="The key was not changed."
        unknown={`We do not know whether the key was changed. ${rotate.error ? afterLostRotation(graceHours) : ""}`}
        onSignedIn={() => {
          rotate.reset();
          revoke.reset();
        }}
      />
    </section>
  );
}
