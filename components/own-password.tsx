"use client";

import { useState } from "react";
import { ChangePasswordForm } from "./change-password-form";

/** Lets a person change their password whenever they want to. */
export function OwnPassword({ email, minLength }: { email: string; minLength: number }) {
  const [changes, setChanges] = useState(0);
  return (
    <section className="panel narrow" aria-labelledby="own-password-heading">
      <h2 id="own-password-heading">Change your password</h2>
      <ChangePasswordForm
        email={email}
        minLength={minLength}
        currentLabel="Current password"
        onChanged={() => setChanges((count) => count + 1)}
      />
      <p className="form-message" data-kind="done" role="status">
        {/* A new element each time, so that a screen reader says it each time. */}
        {changes > 0 && <span key={changes}>Your password was changed. Other devices were signed out.</span>}
      </p>
    </section>
  );
}
