import { useId } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { KeyValues } from "@/lib/keys/form";
import { planLabel, SCOPE_HINTS, SCOPE_LABELS } from "@/lib/keys/words";
import { PLANS } from "@/lib/limits/plans";
import { SCOPES } from "@/lib/scopes";
import { FieldError, Options, Select } from "../ui/field";
import { Checkbox, FormField, TextField } from "../ui/form-controls";
import { stack } from "../ui/panel";
import { cx } from "../ui/style";

export function KeyFields() {
  const { errors } = useFormContext<KeyValues>().formState;
  const plan = useWatch<KeyValues, "plan">({ name: "plan" });
  return (
    <>
      <TextField name="name" label="Name" hint="Who will use it" autoComplete="off" required />
      <TextField
        name="expires"
        label="Expiry day"
        isOptional
        hint="The key works until the end of this day, UTC. If you leave this empty, it works until you revoke it."
        type="date"
      />
      <details open={errors.perMinute || errors.perDay ? true : undefined}>
        <summary>Limits</summary>
        <div className={stack}>
          <FormField name="plan" label="Plan">
            {(attributes) => (
              <Select {...attributes}>
                <Options of={PLANS.map((one) => [one, planLabel(one)])} />
              </Select>
            )}
          </FormField>
          {plan === "enterprise" && (
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <TextField name="perMinute" label="Requests a minute" inputMode="numeric" autoComplete="off" required />
              <TextField name="perDay" label="Requests a day" inputMode="numeric" autoComplete="off" required />
            </div>
          )}
        </div>
      </details>
    </>
  );
}

export function ScopeBoxes() {
  const id = useId();
  const { register, formState } = useFormContext<KeyValues>();
  const error = formState.errors.scopes;
  return (
    <fieldset aria-describedby={error && `${id}-error`}>
      <legend className={cx(error && "text-danger")}>Permissions</legend>
      {SCOPES.map((scope) => (
        <Checkbox
          key={scope}
          {...register("scopes")}
          value={scope}
          aria-describedby={`${id}-${scope}`}
          aria-invalid={error ? true : undefined}
        >
          <span>
            {SCOPE_LABELS[scope]}
            <span id={`${id}-${scope}`} aria-hidden className="block text-sm text-soft">
              {SCOPE_HINTS[scope]}
            </span>
          </span>
        </Checkbox>
      ))}
      <FieldError id={`${id}-error`}>{error?.message}</FieldError>
    </fieldset>
  );
}
