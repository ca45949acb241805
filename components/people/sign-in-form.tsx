"use client";

import { type FormEvent, useState } from "react";
import { signIn } from "@/lib/sign-in/client";
import { Button } from "../ui/button";
import { cx } from "../ui/cx";
import { Field, FormMessage, Input } from "../ui/field";
import { panel, stack } from "../ui/panel";

type Props = { id: string; title: string; onSignedIn(): void };

/** The sign-in form. It also appears below another form when the session has ended. */
export function SignInForm({ id, title, onSignedIn }: Props) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const refused = await signIn(email, password);
    setBusy(false);
    setProblem(refused);
    if (refused === null) onSignedIn();
  };

  return (
    <form className={cx(panel, stack, "max-w-narrow")} onSubmit={submit} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{title}</h2>
      <Field id={`${id}-email`} label="E-mail">
        {(attributes) => (
          <Input
            {...attributes}
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Field id={`${id}-password`} label="Password">
        {(attributes) => (
          <Input
            {...attributes}
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" busy={busy}>
        {busy ? "Signing in…" : "Sign in"}
      </Button>
      <FormMessage kind="problem" role="alert">
        {problem}
      </FormMessage>
    </form>
  );
}
