"use client";

import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError } from "@/lib/errors";
import { errorsFromIssues, errorsFromRefusal, type FieldErrors } from "@/lib/form";
import { useAddPerson } from "@/lib/staff/queries";
import { NewPerson, Role } from "@/lib/staff/schema";
import { Field } from "./ui/field";
import { SecretOnce } from "./ui/secret-once";

const FIELDS = ["email", "role"] as const;
const ROLE_LABELS: Readonly<Record<Role, string>> = {
  staff: "Staff: animals",
  admin: "Admin: animals, keys and people",
};

/** The form that adds a person, and shows their one-time password this once. */
export function PersonForm() {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("staff");
  const [errors, setErrors] = useState<FieldErrors<(typeof FIELDS)[number]>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [made, setMade] = useState<{ email: string; password: string } | null>(null);
  const busy = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const add = useAddPerson();

  const show = (found: typeof errors) => {
    flushSync(() => setErrors(found));
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy.current) return;
    setProblem(null);
    const parsed = NewPerson.safeParse({ email, role });
    if (!parsed.success) return show(errorsFromIssues(parsed.error.issues));
    busy.current = true;
    setErrors({});
    try {
      setMade(await add.mutateAsync(parsed.data));
      setEmail("");
    } catch (error) {
      const refused = error instanceof ApiError ? error : null;
      const found = errorsFromRefusal(refused, FIELDS);
      if (Object.keys(found).length > 0) show(found);
      else setProblem(refused?.message ?? "That did not work. Please try again.");
    } finally {
      busy.current = false;
    }
  };

  return (
    <section className="panel" aria-labelledby="add-person-heading">
      <h2 id="add-person-heading">Add a person</h2>
      {made && (
        <SecretOnce
          id="new-password"
          label={`One-time password of ${made.email}`}
          value={made.password}
          hint="It is shown this once. They choose their own at the first sign-in."
          onDone={() => setMade(null)}
        />
      )}
      <form ref={form} onSubmit={submit} noValidate>
        <Field id="person-email" label="E-mail" error={errors.email}>
          {(attributes) => (
            <input
              {...attributes}
              type="email"
              autoComplete="off"
              required
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Field id="person-role" label="Role" error={errors.role}>
          {(attributes) => (
            <select {...attributes} value={role} onChange={(event) => setRole(Role.parse(event.target.value))}>
              {Role.options.map((one) => (
                <option key={one} value={one}>
                  {ROLE_LABELS[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <button className="button" type="submit" aria-disabled={add.isPending}>
          {add.isPending ? "Adding…" : "Add person"}
        </button>
        <p className="form-message" data-kind="problem" role="alert">
          {problem}
        </p>
      </form>
    </section>
  );
}
