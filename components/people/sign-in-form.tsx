"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useEffectEvent } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { ApiError, toSentence } from "@/lib/http/errors";
import { sendSignIn } from "@/lib/sign-in/client";
import { Button } from "../ui/button";
import { Field, FormMessage, Input } from "../ui/field";
import { PasswordInput } from "../ui/form-controls";
import { useNextPage } from "../ui/page-head";
import { panel, stack } from "../ui/panel";
import { useRequestForm } from "../ui/request-form";
import { cx, rowLink } from "../ui/style";
import { announceSignIn, onSessionEvent, readEmail } from "./session";

const Values = z.object({
  email: z.string().check(z.minLength(1, "Enter your e-mail address")),
  password: z.string().check(z.minLength(1, "Enter your password")),
});
type Values = z.infer<typeof Values>;

type Props = {
  id: string;
  title: string;
  /** The element of the title. A page with only this form has no other heading. */
  heading?: "h1" | "h2";
  about?: string;
  /** Called when somebody has signed in: here, in another form of the page, or in another tab. */
  onSignedIn(): void;
};

/** The sign-in form. It also appears below another form when the session has ended. */
export function SignInForm({ id, title, heading: Heading = "h2", about, onSignedIn }: Props) {
  // Without default values, which would erase what was filled in before the script was loaded.
  const form = useForm<Values>({ resolver: zodResolver(Values) });
  const { errors } = form.formState;
  const request = useRequestForm({
    form,
    send: async ({ email, password }) => {
      try {
        await sendSignIn(email, password);
      } catch (error) {
        const message = toSentence(error);
        // A wrong password is corrected in its field. After any other error, the next step is to try again.
        const isWrong = error instanceof ApiError && error.status === 401;
        return isWrong
          ? form.setError("password", { message }, { shouldFocus: true })
          : form.setError("root", { message });
      }
      announceSignIn();
    },
  });
  useEffect(() => {
    const known = readEmail();
    if (known !== null && !form.getValues("email")) form.setValue("email", known);
  }, [form]);
  const reportSignIn = useEffectEvent(onSignedIn);
  useEffect(() => onSessionEvent((event) => event === "signed-in" && reportSignIn()), []);

  return (
    <form
      id={id}
      {...request.attributes}
      className={cx(panel, stack, "w-full max-w-narrow")}
      aria-labelledby={`${id}-heading`}
    >
      <Heading id={`${id}-heading`}>{title}</Heading>
      {about && <p>{about}</p>}
      <Field id={`${id}-email`} label="E-mail" error={errors.email?.message}>
        {(attributes) => (
          <Input {...attributes} {...form.register("email")} type="email" autoComplete="username" required />
        )}
      </Field>
      <Field id={`${id}-password`} label="Password" error={errors.password?.message}>
        {(attributes) => (
          <PasswordInput {...attributes} {...form.register("password")} autoComplete="current-password" required />
        )}
      </Field>
      <Button type="submit" busy={request.isSending}>
        {request.isSending ? "Signing in…" : "Sign in"}
      </Button>
      <FormMessage kind="problem" role="alert">
        {errors.root?.message}
      </FormMessage>
    </form>
  );
}

/** The sign-in on the staff pages. Afterwards the server renders the requested page. */
export function StaffSignIn() {
  const openPage = useNextPage();
  return (
    <div data-staff className="mx-auto grid w-full max-w-narrow gap-3 sm:pt-8">
      <SignInForm id="sign-in" heading="h1" title="Staff sign-in" onSignedIn={openPage} />
      <p className="text-center">
        <a className={rowLink} href="/staff/forgot">
          Forgot your password?
        </a>
      </p>
    </div>
  );
}
