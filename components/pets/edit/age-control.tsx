import { useState } from "react";
import { type Control, useController } from "react-hook-form";
import { bornOnOfTyped, monthsOfFraction, type TypedAge, typedAgeOf } from "@/lib/pets/edit/age-estimate";
import { type EditValues, NO_DATE } from "@/lib/pets/edit/values";
import { Field, Input, Select } from "../../ui/forms/field";
import { Segments } from "../../ui/forms/segments";

const WAYS = { unknown: "Not known", estimate: "Estimate", date: "Date of birth" } as const;
type Way = keyof typeof WAYS;

/** The values for each way to enter an age, before anything is typed. */
const EMPTY: Readonly<Record<Way, string>> = {
  unknown: "",
  estimate: bornOnOfTyped({ text: "", unit: "years" }),
  date: NO_DATE,
};

/** The age of an animal: a date of birth, or an approximate number of months or years. */
export function AgeControl({ control }: { control: Control<EditValues> }) {
  const { field, fieldState } = useController({ control, name: "bornOn" });
  const bornOn = field.value;
  const [lastTyped, setLastTyped] = useState<TypedAge | null>(null);
  // The form holds only the date of birth, which several texts can stand for.
  const typed = lastTyped && bornOnOfTyped(lastTyped) === bornOn ? lastTyped : typedAgeOf(bornOn);
  const way: Way = bornOn === "" ? "unknown" : typed ? "estimate" : "date";
  const choose = (next: Way) => {
    if (next !== way) field.onChange(EMPTY[next]);
  };
  const type = (next: TypedAge) => {
    setLastTyped(next);
    field.onChange(bornOnOfTyped(next));
  };
  const error = fieldState.error?.message;
  return (
    <div className="grid gap-2.5">
      <Segments legend="Age" options={WAYS} value={way} onChange={choose} />
      {way === "date" && (
        <Field id="edit-born" label="Born on" error={error}>
          {(attributes) => (
            <Input
              {...attributes}
              name={field.name}
              ref={field.ref}
              type="date"
              className="max-w-60"
              min="1980-01-01"
              value={bornOn === NO_DATE ? "" : bornOn}
              onBlur={field.onBlur}
              onChange={(event) => field.onChange(event.target.value || NO_DATE)}
            />
          )}
        </Field>
      )}
      {typed && (
        <div className="grid max-w-72 grid-cols-2 items-start gap-3">
          <Field id="edit-age" label="About" error={error} hint={monthsWords(typed)}>
            {(attributes) => (
              <Input
                {...attributes}
                ref={field.ref}
                inputMode="decimal"
                autoComplete="off"
                value={typed.text}
                onBlur={field.onBlur}
                onChange={({ target: { value } }) => type({ ...typed, text: value })}
              />
            )}
          </Field>
          <Field id="edit-age-unit" label="Unit">
            {(attributes) => (
              <Select
                {...attributes}
                value={typed.unit}
                onChange={({ target: { value } }) => type({ ...typed, unit: value === "months" ? "months" : "years" })}
              >
                <option value="years">years</option>
                <option value="months">months</option>
              </Select>
            )}
          </Field>
        </div>
      )}
    </div>
  );
}

/** Returns how a fraction of years is understood: "18 months". */
function monthsWords(typed: TypedAge): string | undefined {
  const months = monthsOfFraction(typed);
  return months === null ? undefined : `${months} months`;
}
