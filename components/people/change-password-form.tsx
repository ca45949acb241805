"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useId } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { ApiError } from "@/lib/http/errors";
import { errorsFromRefusal } from "@/lib/http/field-errors";
import { changePassword } from "@/lib/sign-in/client";
import { Button } from "../ui/button";
import { Field, Input } from "../ui/field";
import { stack } from "../ui/panel";
import { useRequestForm } from "../ui/use-request-form";
import { Refusal } from "./refusal";

const FIELDS = ["currentPassword", "newPassword"] as const;
type Values = Record<(typeof FIELDS)[number], string>;

type Props = {
  /** For password managers: whose password this is. */
  email: string;
  minLength: number;
  /** Label of the field for the current password. */
  currentLabel: string;
  onChanged(): void;
};

/** Asks for the current password and a new one. */
export function ChangePasswordForm({ email, minLength, currentLabel, onChanged }: Props) {
  const id = useId();
  const empty = { currentPassword: "", newPassword: "" };
  const form = useForm<Values>({ resolver: zodResolver(rulesOf(minLength, currentLabel)), defaultValues: empty });
  const { errors } = form.formState;
  const request = useRequestForm({
    form,
    send: async (passwords) => {
      try {
        await changePassword(passwords);
      } catch (error) {
        const wrong = errorsFromRefusal(error instanceof ApiError ? error : null, FIELDS);
        const name = FIELDS.find((field) => wrong[field] !== undefined);
        if (name === undefined) throw error;
        return form.setError(name, { message: wrong[name] ?? "" }, { shouldFocus: true });
      }
      form.reset();
      onChanged();
    },
  });

  return (
    <>
      <form id={id} {...request.attributes} onChange={request.onEdit} className={stack}>
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <Field id={`${id}-current`} label={currentLabel} error={errors.currentPassword?.message}>
          {(attributes) => (
            <Input
              {...attributes}
              {...form.register("currentPassword")}
              type="password"
              autoComplete="current-password"
              required
            />
          )}
        </Field>
        <Field
          id={`${id}-new`}
          label="New password"
          hint={`At least ${minLength} characters, and hard to guess. Four unrelated words work well.`}
          error={errors.newPassword?.message}
        >
          {(attributes) => (
            <Input
              {...attributes}
              {...form.register("newPassword")}
              type="password"
              autoComplete="new-password"
              required
            />
          )}
        </Field>
        <Button type="submit" form={id} busy={request.isSending}>
          {request.isSending ? "Saving…" : "Save password"}
        </Button>
      </form>
      <Refusal
        id={`${id}-again`}
        error={request.failure}
        what="The password was not changed."
        unknown={
          "We do not know whether the password was changed. Try again. " +
          "If your current password is no longer right, it was changed."
        }
        onSignedIn={request.resume}
      />
    </>
  );
}

const rulesOf = (minLength: number, currentLabel: string) =>
  z
    .object({
      currentPassword: z.string().check(z.minLength(1, `Enter the ${currentLabel.toLowerCase()}`)),
      newPassword: z.string().check(z.minLength(minLength, `Enter at least ${minLength} characters`)),
    })
    .check(
      z.refine(({ currentPassword, newPassword }) => newPassword !== currentPassword, {
        path: ["newPassword"],
        error: "Choose a password that differs from the current one",
      }),
    );
