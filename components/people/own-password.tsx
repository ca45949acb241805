"use client";

import { cx } from "../ui/style/cx";
import { panel, stack } from "../ui/style/panel";
import { showToast } from "../ui/toasts/show-toast";
import { ChangePasswordForm } from "./change-password-form";

/** Lets a person change their password at any time. */
export function OwnPassword({ email, minLength }: { email: string; minLength: number }) {
  return (
    <section className={cx(panel, stack)} aria-labelledby="own-password-heading">
      <h2 id="own-password-heading">Change your password</h2>
      <ChangePasswordForm
        email={email}
        minLength={minLength}
        currentLabel="Current password"
        isPart
        onChanged={() => showToast({ text: "Your password was changed. Other devices were signed out." })}
      />
    </section>
  );
}
