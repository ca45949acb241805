import { useState } from "react";
import { type Control, useController } from "react-hook-form";
import { bornOnOf, estimateOf } from "@/lib/pets/edit/age-estimate";
import type { EditValues } from "@/lib/pets/edit/values";
import { Field, Input, Select } from "../../ui/field";
import { Segments } from "../../ui/segments";

const WAYS = { unknown: "Not known", estimate: "Estimate", date: "Date of birth" } as const;
type Way = keyof typeof WAYS;

/** The age of an animal: a date of birth, or an approximate number of months or years. */
export function AgeControl({ control }: { control: Control<EditValues> }) {
  const { field, fieldState } = useController({ control, name: "bornOn" });
  const bornOn = field.value;
  const estimate = estimateOf(bornOn);
  const entered: Way = bornOn === "" ? "unknown" : estimate ? "estimate" : "date";
  const [chosen, setChosen] = useState(entered);
  // While nothing is entered, the last choice decides.
  const way = bornOn === "" ? chosen : entered;
  const choose = (next: Way) => {
    setChosen(next);
    if (next !== way) field.onChange("");
  };
  const setEstimate = (text: string, unit: string) => {
    const count = /^\d{1,2}$/.test(text) ? Number(text) : null;
    field.onChange(count === null ? "" : bornOnOf({ count, unit: unit === "months" ? "months" : "years" }));
  };
  const [unit, setUnit] = useState<string>("years");
  const shownUnit = estimate?.unit ?? unit;
  const error = fieldState.error?.message;
  return (
    <div className="grid gap-2.5">
      <Segments legend="Age" options={WAYS} value={way} onChange={choose} />
      {way === "date" && (
        <Field id="edit-born" label="Born on" error={error}>
          {(attributes) => (
            <Input
              {...attributes}
              ref={field.ref}
              type="date"
              className="max-w-60"
              min="1980-01-01"
              value={bornOn}
              onBlur={field.onBlur}
              onChange={(event) => field.onChange(event.target.value)}
            />
          )}
        </Field>
      )}
      {way === "estimate" && (
        <div className="grid max-w-72 grid-cols-2 gap-3">
          <Field id="edit-age" label="About" error={error}>
            {(attributes) => (
              <Input
                {...attributes}
                ref={field.ref}
                inputMode="numeric"
                autoComplete="off"
                value={estimate?.count ?? ""}
                onBlur={field.onBlur}
                onChange={(event) => setEstimate(event.target.value, shownUnit)}
              />
            )}
          </Field>
          <Field id="edit-age-unit" label="Unit">
            {(attributes) => (
              <Select
                {...attributes}
                value={shownUnit}
                onChange={({ target: { value } }) => {
                  setUnit(value);
                  if (estimate) setEstimate(String(estimate.count), value);
                }}
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
