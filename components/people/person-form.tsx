"use client";

import { useState } from "react";
import { errorsFromIssues } from "@/lib/http/field-errors";
import { useAddPerson } from "@/lib/people/queries";
import { NewPerson, Role } from "@/lib/people/schema";
import { Button } from "../ui/button";
import { cx } from "../ui/cx";
import { Field, Input, Select } from "../ui/field";
import { panel, stack } from "../ui/panel";
import { SecretOnce } from "../ui/secret-once";
import { useForm } from "../ui/use-form";
import { Refusal } from "./refusal";

const FIELDS = ["email", "role"] as const;
const ROLE_LABELS: Readonly<Record<Role, string>> = {
  staff: "Staff: animals",
  admin: "Admin: animals, keys and people",
};

/** The form that adds a person, and then shows their one-time password. */
export function PersonForm() {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("staff");
  const [made, setMade] = useState<{ email: string; password: string } | null>(null);
  const add = useAddPerson();
  const {
    attributes: form,
    errors,
    failure,
    sendAgain,
    resume,
  } = useForm({
    names: FIELDS,
    read: () => {
      const parsed = NewPerson.safeParse({ email, role });
      return parsed.success ? { value: parsed.data } : { errors: errorsFromIssues(parsed.error.issues) };
    },
    send: async (person) => {
      setMade(await add.mutateAsync(person));
      // Keep the text if the user typed while the request was running.
      setEmail((current) => (current === email ? "" : current));
    },
  });

  return (
    <section className={cx(panel, stack)} aria-labelledby="add-person-heading">
      <h2 id="add-person-heading">Add a person</h2>
      {made && (
        <SecretOnce
          label={`One-time password of ${made.email}`}
          value={made.password}
          hint="It is shown only once. They choose their own password when they first sign in."
          onDone={() => setMade(null)}
        />
      )}
      <form {...form} className={stack}>
        <Field id="person-email" label="E-mail" error={errors.email}>
          {(attributes) => (
            <Input
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
            <Select {...attributes} value={role} onChange={(event) => setRole(Role.parse(event.target.value))}>
              {Role.options.map((one) => (
                <option key={one} value={one}>
                  {ROLE_LABELS[one]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button type="submit" busy={add.isPending}>
          {add.isPending ? "Adding…" : "Add person"}
        </Button>
      </form>
      <Refusal
        id="again"
        error={failure}
        what="The person was not added."
        unknown={
          "We do not know whether the person was added. Look for them in the list before you try again. " +
          "If they are there, press “New password”."
        }
        onWaited={sendAgain}
        onSignedIn={resume}
      />
    </section>
  );
}
