"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { changePassword } from "@/lib/staff/client";
import { Field } from "./ui/field";

/** Asks for a password of one's own in place of the one-time password. */
export function ChangePasswordForm({ minLength }: { minLength: number }) {
  const router = useRouter();
  const [current, setCurrent] = useState("");
  const [chosen, setChosen] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const error =
    problem === null && chosen.length > 0 && chosen.length < minLength
      ? `At least ${minLength} characters.`
      : undefined;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (chosen.length < minLength) return setProblem(`The new password needs at least ${minLength} characters.`);
    if (chosen === current) return setProblem("The new password must differ from the one-time password.");
    setBusy(true);
    const refused = await changePassword(current, chosen);
    setBusy(false);
    setProblem(refused);
    if (refused === null) router.refresh();
  };

  return (
    <form className="panel narrow" onSubmit={submit} aria-labelledby="change-heading">
      <h1 id="change-heading">Choose your password</h1>
      <p>Your one-time password opens this page once. Choose one of your own to go on.</p>
      <Field id="current-password" label="One-time password">
        {(attributes) => (
          <input
            {...attributes}
            type="password"
            autoComplete="current-password"
            required
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          />
        )}
      </Field>
      <Field id="new-password" label="New password" hint={`At least ${minLength} characters`} error={error}>
        {(attributes) => (
          <input
            {...attributes}
            type="password"
            autoComplete="new-password"
            required
            value={chosen}
            onChange={(event) => {
              setChosen(event.target.value);
              setProblem(null);
            }}
          />
        )}
      </Field>
      <button className="button" type="submit" aria-disabled={busy}>
        {busy ? "Saving…" : "Save password"}
      </button>
      <p className="form-message" data-kind="problem" role="alert">
        {problem}
      </p>
    </form>
  );
}
