"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import type { FocusEvent } from "react";
import { useForm, useFormContext } from "react-hook-form";
import * as z from "zod/mini";
import { isEasyToGuess } from "@/lib/people/form";
import { MIN_PASSWORD_LENGTH } from "@/lib/people/schema";
import { sendChangePassword } from "@/lib/sign-in/client";
import { Button } from "../ui/button";
import { FormMessage } from "../ui/field";
import { FormField, PasswordInput } from "../ui/form-controls";
import { useNextPage } from "../ui/page-head";
import { panel, stack } from "../ui/panel";
import { useRequestForm } from "../ui/request-form";
import { cx } from "../ui/style";
import { RequestForm } from "./request-problem";
import { useSignOut } from "./session";

export const newPasswordRule = (email: string) =>
  z.string().check(
    z.minLength(MIN_PASSWORD_LENGTH, { error: `Enter at least ${MIN_PASSWORD_LENGTH} characters`, abort: true }),
    // If the word lists cannot be loaded, the service decides.
    z.refine(async (password) => !(await isEasyToGuess(password, email).catch(() => false)), {
      error:
        "It must be harder to guess: it is like a common password or your e-mail address. Try four unrelated words.",
    }),
  );

/**
 * Checks itself when it loses the focus, unless the focus goes to the submit button: that checks the whole form and
 * must not move now.
 */
export function NewPasswordField() {
  const { trigger } = useFormContext();
  const check = ({ target, relatedTarget }: FocusEvent<HTMLInputElement>) => {
    const isSubmitted = relatedTarget instanceof HTMLButtonElement && relatedTarget.type === "submit";
    if (target.value !== "" && !isSubmitted) void trigger("newPassword");
  };
  return (
    <FormField
      name="newPassword"
      label="New password"
      hint={`At least ${MIN_PASSWORD_LENGTH} characters, and hard to guess. Four unrelated words work well.`}
    >
      {(attributes) => <PasswordInput {...attributes} onBlur={check} autoComplete="new-password" required />}
    </FormField>
  );
}

type Values = { currentPassword: string; newPassword: string };

type Props = {
  /** Tells password managers whose password this is. */
  email: string;
  currentLabel: string;
  /** Whether the form is one of several on its page. */
  isPart?: boolean;
  onChanged(): void;
};

export function ChangePasswordForm({ email, currentLabel, isPart = false, onChanged }: Props) {
  const form = useForm<Values>({
    resolver: zodResolver(rulesOf({ email, currentLabel })),
    defaultValues: { currentPassword: "", newPassword: "" },
  });
  const request = useRequestForm({
    form,
    fields: ["currentPassword", "newPassword"],
    send: async (passwords) => {
      await sendChangePassword(passwords);
      form.reset();
      onChanged();
    },
  });

  return (
    <RequestForm
      request={request}
      look={isPart ? "quiet" : "primary"}
      label="Save password"
      notDone="The password was not changed."
      inDoubt={
        "We do not know whether the password was changed. Try again. " +
        "If your current password no longer works, it was changed."
      }
    >
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <FormField name="currentPassword" label={currentLabel}>
        {(attributes) => <PasswordInput {...attributes} autoComplete="current-password" required />}
      </FormField>
      <NewPasswordField />
    </RequestForm>
  );
}

const rulesOf = ({ email, currentLabel }: Pick<Props, "email" | "currentLabel">) =>
  z
    .object({
      currentPassword: z.string().check(z.minLength(1, `Enter the ${currentLabel.toLowerCase()}`)),
      newPassword: newPasswordRule(email),
    })
    .check(
      z.refine(({ currentPassword, newPassword }) => newPassword !== currentPassword, {
        path: ["newPassword"],
        error: "Choose a password that differs from the current one",
      }),
    );

/** Replaces every staff page until the person has chosen a password of their own. */
export function FirstPassword({ email }: { email: string }) {
  const openPage = useNextPage();
  const { signOut, problem } = useSignOut();
  return (
    <section
      data-staff
      className={cx(panel, stack, "mx-auto w-full max-w-narrow sm:mt-8")}
      aria-labelledby="first-password-heading"
    >
      <h1 id="first-password-heading">Choose your password</h1>
      <p>You signed in with a one-time password. Choose a password of your own to continue.</p>
      <ChangePasswordForm email={email} currentLabel="One-time password" onChanged={openPage} />
      <Button look="link" className="justify-self-start" onClick={() => void signOut()}>
        Sign out
      </Button>
      <FormMessage kind="problem" role="alert">
        {problem}
      </FormMessage>
    </section>
  );
}
