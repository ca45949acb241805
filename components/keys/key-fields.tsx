import { Controller, type UseFormReturn, useWatch } from "react-hook-form";
import type { KeyValues } from "@/lib/keys/form";
import { planLabel, SCOPE_HINTS, SCOPE_LABELS } from "@/lib/keys/words";
import { PLANS } from "@/lib/limits/plans";
import { SCOPES } from "@/lib/scopes";
import { Checkbox, Field, FieldError, Input, Select } from "../ui/field";
import { stack } from "../ui/panel";
import { cx } from "../ui/style";

type Props = { id: string; form: UseFormReturn<KeyValues> };

export function KeyFields({ id, form }: Props) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <>
      <Field id={`${id}-name`} label="Name" hint="Who will use it" error={errors.name?.message}>
        {(attributes) => <Input {...attributes} {...register("name")} autoComplete="off" required />}
      </Field>
      <Field
        id={`${id}-expires`}
        label="Expiry day (optional)"
        hint="The key works until the end of this day, UTC. If you leave this empty, it works until you revoke it."
        error={errors.expires?.message}
      >
        {(attributes) => <Input {...attributes} {...register("expires")} type="date" />}
      </Field>
      <details open={errors.perMinute || errors.perDay ? true : undefined}>
        <summary>Limits</summary>
        <div className={stack}>
          <Field id={`${id}-plan`} label="Plan" error={errors.plan?.message}>
            {(attributes) => (
              <Select {...attributes} {...register("plan")}>
                {PLANS.map((plan) => (
                  <option key={plan} value={plan}>
                    {planLabel(plan)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <OwnLimits id={id} form={form} />
        </div>
      </details>
    </>
  );
}

/** The two limits that only the enterprise plan has. */
function OwnLimits({ id, form: { control, register, formState } }: Props) {
  const { errors } = formState;
  const plan = useWatch({ control, name: "plan" });
  if (plan !== "enterprise") return null;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {(["perMinute", "perDay"] as const).map((name) => (
        <Field
          key={name}
          id={`${id}-${name}`}
          label={name === "perMinute" ? "Requests a minute" : "Requests a day"}
          error={errors[name]?.message}
        >
          {(attributes) => (
            <Input {...attributes} {...register(name)} inputMode="numeric" autoComplete="off" required />
          )}
        </Field>
      ))}
    </div>
  );
}

export function ScopeBoxes({ id, form: { control } }: Props) {
  return (
    <Controller
      control={control}
      name="scopes"
      render={({ field: { value, onChange, onBlur, ref }, fieldState: { error } }) => (
        <fieldset aria-describedby={error && `${id}-scopes-error`}>
          <legend className={cx(error && "text-danger")}>Permissions</legend>
          {SCOPES.map((scope, index) => (
            <Checkbox
              key={scope}
              ref={index === 0 ? ref : undefined}
              checked={value.includes(scope)}
              aria-describedby={`${id}-${scope}`}
              aria-invalid={error ? true : undefined}
              onBlur={onBlur}
              onChange={(event) =>
                onChange(SCOPES.filter((one) => (one === scope ? event.target.checked : value.includes(one))))
              }
            >
              <span>
                {SCOPE_LABELS[scope]}
                <span id={`${id}-${scope}`} aria-hidden className="block text-sm text-soft">
                  {SCOPE_HINTS[scope]}
                </span>
              </span>
            </Checkbox>
          ))}
          <FieldError id={`${id}-scopes-error`}>{error?.message}</FieldError>
        </fieldset>
      )}
    />
  );
}
