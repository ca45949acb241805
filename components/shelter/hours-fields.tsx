import { type ReactNode, useId, useRef } from "react";
import { type UseFormReturn, useFieldArray } from "react-hook-form";
import type { ShelterValues } from "@/lib/shelter/form";
import { dayName, WEEKDAYS, type Weekday } from "@/lib/shelter/hours";
import { MAX_EXCEPTIONS, MAX_PERIODS } from "@/lib/shelter/schema";
import { Button } from "../ui/button";
import { Field, FieldError, Input } from "../ui/field";
import { TextField } from "../ui/form-controls";
import { Cross } from "../ui/icons";

type FormProps = { form: UseFormReturn<ShelterValues> };

export function HoursFields({ form }: FormProps) {
  const { control, register, formState } = form;
  const id = useId();
  const dates = useFieldArray({ control, name: "openingHours.exceptions" });
  const add = useRef<HTMLButtonElement>(null);
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
      <legend className="mb-1.5">Opening hours</legend>
      {WEEKDAYS.map((day, at) => {
        const before = WEEKDAYS[at - 1];
        return (
          <PeriodFields
            key={day}
            form={form}
            name={`openingHours.days.${day}`}
            label={dayName(day)}
            heading={<span className="py-2.5">{dayName(day)}</span>}
            {...(before && { example: `openingHours.days.${before}` as const })}
          />
        );
      })}
      {dates.fields.map((field, at) => {
        const name = `openingHours.exceptions.${at}` as const;
        const error = form.getFieldState(`${name}.date`, formState).error?.message;
        return (
          <PeriodFields
            key={field.id}
            form={form}
            name={`${name}.periods`}
            label={`Date ${at + 1}`}
            heading={
              <Field id={`${id}-${field.id}`} label="Date" error={error}>
                {(attributes) => <Input {...attributes} {...register(`${name}.date`)} type="date" className={narrow} />}
              </Field>
            }
            onRemove={() => {
              dates.remove(at);
              add.current?.focus();
            }}
          />
        );
      })}
      {dates.fields.length < MAX_EXCEPTIONS && (
        <Button ref={add} look="quiet" className="justify-self-start" onClick={() => dates.append(NEW_DATE)}>
          Add a date with other hours
        </Button>
      )}
      <TextField
        name="openingHours.note"
        label="Note on the opening hours"
        isOptional
        hint="Such as “Please ring the bell” or “Visits by appointment”"
        className="mt-2"
        autoComplete="off"
      />
    </fieldset>
  );
}

/** Both times of a period fit side by side on a phone. */
const narrow = "min-w-0 px-2!";
const NEW_DATE = { date: "", periods: [] };
const NEW_PERIOD = { opens: "", closes: "" };

type PeriodsProps = FormProps & {
  name: `openingHours.days.${Weekday}` | `openingHours.exceptions.${number}.periods`;
  label: string;
  heading: ReactNode;
  /** A day whose periods the first ones are taken from, because most days are like the one before. */
  example?: `openingHours.days.${Weekday}`;
  onRemove?(): void;
};

/** The periods of a day. Without any, it is closed. */
function PeriodFields({ form, name, label, heading, example, onRemove }: PeriodsProps) {
  const { control, register, formState, getFieldState, getValues } = form;
  const { fields, append, remove } = useFieldArray({ control, name });
  const id = useId();
  const add = useRef<HTMLButtonElement>(null);
  const open = () => {
    const earlier = example && fields.length === 0 ? getValues(example) : [];
    append(earlier.length > 0 ? earlier : NEW_PERIOD);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset inside a grid has no baseline.
    <div
      role="group"
      aria-label={label}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-4 gap-y-1 border-b border-line pb-1 sm:grid-cols-[9rem_minmax(0,1fr)]"
    >
      {heading}
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-1">
        {fields.map((field, at) => {
          const errorOf = (time: "opens" | "closes") =>
            getFieldState(`${name}.${at}.${time}`, formState).error?.message;
          const error = errorOf("opens") ?? errorOf("closes");
          const attributes = {
            type: "time",
            className: narrow,
            "aria-invalid": error ? (true as const) : undefined,
            "aria-describedby": error ? `${id}-${at}` : undefined,
          };
          return (
            <div key={field.id} data-part="field" className="w-full max-w-80">
              <div className="flex items-center gap-2">
                <Input {...attributes} {...register(`${name}.${at}.opens`)} aria-label="Opens" />
                –
                <Input {...attributes} {...register(`${name}.${at}.closes`)} aria-label="Closes" />
                <Button
                  look="link"
                  className="min-w-target px-0!"
                  aria-label="Remove these hours"
                  onClick={() => {
                    remove(at);
                    add.current?.focus();
                  }}
                >
                  <Cross />
                </Button>
              </div>
              <FieldError id={`${id}-${at}`}>{error}</FieldError>
            </div>
          );
        })}
        <div className="flex flex-wrap items-center gap-x-2">
          {fields.length === 0 && <span className="text-soft">Closed</span>}
          {fields.length < MAX_PERIODS && (
            <Button ref={add} look="link" onClick={open}>
              {fields.length === 0 ? "Add hours" : "Add a period"}
            </Button>
          )}
          {onRemove && (
            <Button look="link" onClick={onRemove}>
              Remove this date
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
