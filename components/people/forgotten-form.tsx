"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { sendAskForLink } from "@/lib/sign-in/client";
import { EmailAddress } from "@/lib/values/text";
import { FormMessage } from "../ui/field";
import { TextField } from "../ui/form-controls";
import { panel, stack } from "../ui/panel";
import { useRequestForm } from "../ui/request-form";
import { cx } from "../ui/style";
import { RequestForm } from "./request-problem";

const Values = z.object({
  email: z
    .string()
    .check(z.refine((text) => EmailAddress.safeParse(text).success, "Enter the e-mail address you sign in with")),
});
type Values = z.infer<typeof Values>;

/** Asks for a link to a new password. The answer does not reveal whether anybody has the e-mail address. */
export function ForgottenForm() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm<Values>({ resolver: zodResolver(Values), defaultValues: { email: "" } });
  const request = useRequestForm({
    form,
    send: async ({ email }) => {
      setSentTo(null);
      await sendAskForLink(email.trim());
      setSentTo(email.trim());
    },
  });
  return (
    <section className={cx(panel, stack, "max-w-narrow")} aria-label="Forgotten password">
      <p>We will send you a link for choosing a new password.</p>
      <RequestForm
        request={request}
        label="Send the link"
        busyLabel="Sending…"
        notDone="No link was sent."
        inDoubt="We do not know whether a link was sent. Check your inbox before you try again."
      >
        <TextField name="email" label="E-mail" type="email" autoComplete="username" required />
      </RequestForm>
      <FormMessage kind="done" role="status">
        {sentTo && (
          <p className="wrap-anywhere">
            If somebody signs in with {sentTo}, a link is on its way there. It works for an hour. Check your spam folder
            too.
          </p>
        )}
      </FormMessage>
      <a href="/staff">Back to signing in</a>
    </section>
  );
}
