"use client";

import { useEffect, useState } from "react";
import { useNextPage } from "../ui/navigation/focus-heading";
import { cx } from "../ui/style/cx";
import { panel, stack } from "../ui/style/panel";
import { ChangePasswordForm } from "./change-password-form";
import { forgetTypedPassword, readTypedPassword } from "./typed-password";

/** Replaces every staff page until the person has chosen a password of their own. */
export function FirstPassword({ email, minLength }: { email: string; minLength: number }) {
  const openPage = useNextPage();
  const [oneTime] = useState(readTypedPassword);
  useEffect(forgetTypedPassword, []);
  return (
    <section
      data-staff
      className={cx(panel, stack, "mx-auto w-full max-w-narrow sm:mt-8")}
      aria-labelledby="first-password-heading"
    >
      <h1 id="first-password-heading">Choose your password</h1>
      <p>You signed in with a one-time password. Choose a password of your own to continue.</p>
      <ChangePasswordForm
        email={email}
        minLength={minLength}
        currentLabel="One-time password"
        current={oneTime}
        onChanged={openPage}
      />
    </section>
  );
}
