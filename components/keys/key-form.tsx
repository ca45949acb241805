"use client";

import { useState } from "react";
import { EMPTY_KEY_FORM, KEY_FIELDS, readKeyForm } from "@/lib/keys/form";
import { planLabel, SCOPE_LABELS } from "@/lib/keys/labels";
import { useCreateKey } from "@/lib/keys/queries";
import type { KeySecret } from "@/lib/keys/schema";
import { PLANS } from "@/lib/limits/plans";
import { SCOPES } from "@/lib/scopes";
import { Refusal } from "../people/refusal";
import { Button } from "../ui/button";
import { cx } from "../ui/cx";
import { Checkbox, Field, FieldError, Input, Select } from "../ui/field";
import { panel, stack } from "../ui/panel";
import { SecretOnce } from "../ui/secret-once";
import { useForm } from "../ui/use-form";

/** The form that creates an API key and shows it once. */
export function KeyForm() {
  const [values, setValues] = useState(EMPTY_KEY_FORM);
  const [made, setMade] = useState<KeySecret | null>(null);
  const create = useCreateKey();
  const set = (change: Partial<typeof values>) => setValues((current) => ({ ...current, ...change }));
  const {
    attributes: form,
    errors,
    failure,
    sendAgain,
    resume,
  } = useForm({
    names: KEY_FIELDS,
    read: () => readKeyForm(values),
    send: async (key) => {
      setMade(await create.mutateAsync(key));
      // Keep the text if the user typed while the request was running.
      setValues((current) => (current === values ? EMPTY_KEY_FORM : current));
    },
  });

  return (
    <section className={cx(panel, stack)} aria-labelledby="create-heading">
      <h2 id="create-heading">Create a key</h2>
      {made && (
        <SecretOnce
          id="new-key"
          label="The new key"
          value={made.key}
          hint="It is shown only once: the service stores only its hash."
          onDone={() => setMade(null)}
        />
      )}
      <form {...form} className={stack}>
        <Field id="key-name" label="Name" hint="Who will use it" error={errors.name}>
          {(attributes) => (
            <Input
              {...attributes}
              value={values.name}
              onChange={(event) => set({ name: event.target.value })}
              autoComplete="off"
              required
            />
          )}
        </Field>
        <Field id="key-plan" label="Plan" error={errors.plan}>
          {(attributes) => (
            <Select
              {...attributes}
              value={values.plan}
              onChange={(event) => set({ plan: PLANS.find((plan) => plan === event.target.value) ?? values.plan })}
            >
              {PLANS.map((plan) => (
                <option key={plan} value={plan}>
                  {planLabel(plan)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {values.plan === "enterprise" &&
          (["perMinute", "perDay"] as const).map((name) => (
            <Field
              key={name}
              id={`key-${name}`}
              label={name === "perMinute" ? "Requests a minute" : "Requests a day"}
              error={errors[name]}
            >
              {(attributes) => (
                <Input
                  {...attributes}
                  value={values[name]}
                  onChange={(event) => set({ [name]: event.target.value })}
                  inputMode="numeric"
                  autoComplete="off"
                  required
                />
              )}
            </Field>
          ))}
        <fieldset aria-describedby={errors.scopes && "key-scopes-error"}>
          <legend>Permissions</legend>
          {SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              checked={values.scopes.includes(scope)}
              aria-invalid={errors.scopes ? true : undefined}
              onChange={(event) =>
                set({
                  scopes: SCOPES.filter((one) => (one === scope ? event.target.checked : values.scopes.includes(one))),
                })
              }
            >
              {SCOPE_LABELS[scope]}
            </Checkbox>
          ))}
          <FieldError id="key-scopes-error">{errors.scopes}</FieldError>
        </fieldset>
        <Field
          id="key-expires"
          label="Last day (optional)"
          hint="The key works to the end of this day, UTC"
          error={errors.expiresAt}
        >
          {(attributes) => (
            <Input
              {...attributes}
              type="date"
              value={values.expires}
              onChange={(event) => set({ expires: event.target.value })}
            />
          )}
        </Field>
        <Button type="submit" busy={create.isPending}>
          {create.isPending ? "Creating…" : "Create key"}
        </Button>
      </form>
      <Refusal
        id="again"
        error={failure}
        what="The key was not created."
        unknown="We do not know whether the key was created. If it is in the list, rotate it to get a secret; otherwise try again."
        onWaited={sendAgain}
        onSignedIn={resume}
      />
    </section>
  );
}
