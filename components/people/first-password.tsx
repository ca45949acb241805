"use client";

import { useRouter } from "next/navigation";
import { ChangePasswordForm } from "./change-password-form";

/** Stands in front of everything else until a person has a password of their own in place of a one-time password. */
export function FirstPassword({ email, minLength }: { email: string; minLength: number }) {
  const router = useRouter();
  return (
    <section className="panel narrow" aria-labelledby="first-password-heading">
      <h1 id="first-password-heading">Choose your password</h1>
      <p>You signed in with a one-time password. Choose a password of your own to go on.</p>
      <ChangePasswordForm
        email={email}
        minLength={minLength}
        currentLabel="One-time password"
        onChanged={() => router.refresh()}
      />
    </section>
  );
}
