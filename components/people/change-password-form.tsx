"use client";

import { useId, useState } from "react";
import { changePassword } from "@/lib/sign-in/client";
import { Button } from "../ui/button";
import { Field, Input } from "../ui/field";
import { stack } from "../ui/panel";
import { useForm } from "../ui/use-form";
import { Refusal } from "./refusal";

const FIELDS = ["currentPassword", "newPassword"] as const;

type Props = {
  /** Tells password managers whose password this is. */
  email: string;
  minLength: number;
  /** Label of the field for the current password. */
  currentLabel: string;
  onChanged(): void;
};

/** Asks for the current password and a new one. */
export function ChangePasswordForm({ email, minLength, currentLabel, onChanged }: Props) {
  const id = useId();
  const [current, setCurrent] = useState("");
  const [chosen, setChosen] = useState("");
  const [busy, setBusy] = useState(false);
  const {
    attributes: form,
    errors,
    failure,
    resume,
  } = useForm({
    names: FIELDS,
    read: () => {
      const tooShort = chosen.length < minLength && `It must have at least ${minLength} characters.`;
      const newPassword = tooShort || (chosen === current && "It must differ from the current one.");
      if (current === "") return { errors: { currentPassword: "This is required." } };
      return newPassword ? { errors: { newPassword } } : { value: { currentPassword: current, newPassword: chosen } };
    },
    send: async (passwords) => {
      setBusy(true);
      try {
        await changePassword(passwords);
      } finally {
        setBusy(false);
      }
      setCurrent("");
      setChosen("");
      onChanged();
    },
  });

  return (
    <>
      <form {...form} className={stack}>
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <Field id={`${id}-current`} label={currentLabel} error={errors.currentPassword}>
          {(attributes) => (
            <Input
              {...attributes}
              type="password"
              autoComplete="current-password"
              required
              value={current}
              onChange={(event) => setCurrent(event.target.value)}
            />
          )}
        </Field>
        <Field
          id={`${id}-new`}
          label="New password"
          hint={`At least ${minLength} characters, and hard to guess. Four unrelated words work well.`}
          error={errors.newPassword}
        >
          {(attributes) => (
            <Input
              {...attributes}
              type="password"
              autoComplete="new-password"
              required
              value={chosen}
              onChange={(event) => setChosen(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" busy={busy}>
          {busy ? "Saving…" : "Save password"}
        </Button>
      </form>
      <Refusal
        id={`${id}-again`}
        error={failure}
        what="The password was not changed."
        unknown={
          "We do not know whether the password was changed. Try again. " +
          "If your current password is no longer right, it was changed."
        }
        onSignedIn={resume}
      />
    </>
  );
}
