"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useId, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { ApiError } from "@/lib/http/errors";
import { choosePassword, signIn } from "@/lib/sign-in/calls";
import { buttonClass } from "../ui/button-class";
import { cx } from "../ui/cx";
import { Notice, panel, stack } from "../ui/panel";
import { useRequestForm } from "../ui/use-request-form";
import { keepEmail } from "./known-email";
import { NewPasswordForm, newPasswordRule, whenLeft } from "./new-password-form";
import { RequestProblem } from "./request-problem";
import { announceSignIn } from "./session-events";

type Values = { newPassword: string };

/** The form for choosing a password with a link. Afterwards the person is signed in. */
export function LinkedPasswordForm({ minLength }: { minLength: number }) {
  // Undefined until the browser has read the token from its URL.
  const [token, setToken] = useState<string | undefined>();
  const [isDone, setDone] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => setToken(window.location.hash.slice(1)), []);
  useEffect(() => {
    if (isDone) heading.current?.focus();
  }, [isDone]);
  if (token === undefined) return null;
  if (isDone) {
    return (
      <Notice>
        <h2 ref={heading} tabIndex={-1}>
          Your password is saved
        </h2>
        <p>Sign in with your e-mail address and the new password. Other devices were signed out.</p>
        <a className={buttonClass()} href="/staff">
          Sign in
        </a>
      </Notice>
    );
  }
  return <ChooseForm token={token} minLength={minLength} onDone={() => setDone(true)} />;
}

function ChooseForm({ token, minLength, onDone }: { token: string; minLength: number; onDone(): void }) {
  const id = useId();
  // The link does not reveal whose it is, so only the service compares with the e-mail address.
  const Rules = z.object({ newPassword: newPasswordRule(minLength, "") });
  const form = useForm<Values>({ resolver: zodResolver(Rules), defaultValues: { newPassword: "" } });
  const request = useRequestForm({
    form,
    fields: ["newPassword"],
    send: async ({ newPassword }) => {
      const email = await choosePassword({ token, newPassword });
      keepEmail(email);
      try {
        await signIn(email, newPassword);
      } catch {
        // The password is saved: the person signs in by hand.
        return onDone();
      }
      announceSignIn();
      window.location.replace("/staff");
    },
  });
  const isExpired = token === "" || (request.failure instanceof ApiError && request.failure.status === 404);
  if (isExpired) {
    return (
      <Notice role="alert">
        <p>This link no longer works: it was used, it has expired, or there is a newer one.</p>
        <a className={buttonClass()} href="/staff/forgot">
          Get a new link
        </a>
      </Notice>
    );
  }
  return (
    <section className={cx(panel, stack, "max-w-narrow")} aria-label="Choose your password">
      <NewPasswordForm
        id={id}
        request={request}
        minLength={minLength}
        error={form.formState.errors.newPassword?.message}
        field={form.register(
          "newPassword",
          whenLeft(() => form.trigger("newPassword")),
        )}
      />
      <RequestProblem
        id={`${id}-again`}
        error={request.failure}
        notDone="The password was not saved."
        inDoubt="We do not know whether the password was saved. Try to sign in with it."
        onSignedIn={request.resume}
      />
    </section>
  );
}
