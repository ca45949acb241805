import type { FocusEvent, ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import * as z from "zod/mini";
import { isEasyToGuess } from "@/lib/people/form";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { PasswordInput } from "../ui/form-controls";
import { stack } from "../ui/panel";
import type { useRequestForm } from "../ui/request-form";
import { cx } from "../ui/style";

/** Returns the rule for a new password: long enough, and hard to guess. */
export const newPasswordRule = (minLength: number, email: string) =>
  z.string().check(
    z.minLength(minLength, { error: `Enter at least ${minLength} characters`, abort: true }),
    z.refine(async (password) => !(await isWeak(password, email)), {
      error:
        "It must be harder to guess: it is like a common password or your e-mail address. Try four unrelated words.",
    }),
  );

/** Whether a password is easy to guess. False if the word lists cannot be loaded. The service decides in the end. */
const isWeak = (password: string, email: string) => isEasyToGuess(password, email).catch(() => false);

/**
 * Checks a field when it loses the focus, unless the focus goes to the submit button: that checks the whole form and
 * must not move now.
 */
export const whenLeft = (check: () => unknown) => ({
  onBlur: ({ target, relatedTarget }: FocusEvent<HTMLInputElement>) => {
    const isSubmitted = relatedTarget instanceof HTMLButtonElement && relatedTarget.type === "submit";
    if (target.value !== "" && !isSubmitted) check();
  },
});

type Props = {
  id: string;
  request: Pick<ReturnType<typeof useRequestForm>, "attributes" | "onEdit" | "isSending">;
  minLength: number;
  /** The error of the new password. */
  error: string | undefined;
  field: UseFormRegisterReturn;
  /** Whether the form is one of several on its page, with similar buttons. */
  isPart?: boolean;
  /** Fields above the new password. */
  children?: ReactNode;
};

/** A form for a new password. */
export function NewPasswordForm({ id, request, minLength, error, field, isPart = false, children }: Props) {
  return (
    <form id={id} {...request.attributes} onChange={request.onEdit} className={stack}>
      {children}
      <Field
        id={`${id}-new`}
        label="New password"
        hint={`At least ${minLength} characters, and hard to guess. Four unrelated words work well.`}
        error={error}
      >
        {(attributes) => <PasswordInput {...attributes} {...field} autoComplete="new-password" required />}
      </Field>
      <Button
        type="submit"
        form={id}
        look={isPart ? "quiet" : "primary"}
        className={cx(isPart && "justify-self-start")}
        busy={request.isSending}
      >
        {request.isSending ? "Saving…" : "Save password"}
      </Button>
    </form>
  );
}
