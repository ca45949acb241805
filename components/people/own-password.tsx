"use client";

import { useToast } from "../ui/toasts";
import { ChangePasswordForm } from "./change-password-form";

/** Lets a person change their password at any time. */
export function OwnPassword({ email, minLength }: { email: string; minLength: number }) {
  const toast = useToast();
  return (
    <section className="panel narrow" aria-labelledby="own-password-heading">
      <h2 id="own-password-heading">Change your password</h2>
      <ChangePasswordForm
        email={email}
        minLength={minLength}
        currentLabel="Current password"
        onChanged={() => toast({ text: "Your password was changed. Other devices were signed out." })}
      />
    </section>
  );
}
