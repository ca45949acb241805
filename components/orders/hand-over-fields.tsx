import { useQuery } from "@tanstack/react-query";
import { type Ref, useId } from "react";
import { useController } from "react-hook-form";
import {
  dueOf,
  handOverClockWords,
  handOverWords,
  joinLocalFields,
  machineTime,
  nearHandOverWords,
  pastWords,
  splitLocalFields,
} from "@/lib/orders/hand-over";
import { isDayAlone } from "@/lib/orders/schema";
import { shelterQuery } from "@/lib/shelter/client";
import { closedWords } from "@/lib/shelter/hours";
import { Field, FieldError, FormMessage, Input } from "../ui/field";
import { unfinishedWords } from "../ui/request-form";

/** Both fields fit side by side on a phone. */
const narrow = "min-w-0 px-2!";

type Props = {
  /** The day and the time, as `toLocalFields` joins them. */
  value: string;
  onChange(value: string): void;
  label?: string;
  /** Announced when it changes. */
  hint?: string;
  error?: string | undefined;
  day?: Ref<HTMLInputElement>;
  name?: string;
};

/** The day of a hand-over, and its time, which is often not known yet. */
export function HandOverFields({ value, onChange, label = "Hand-over", hint, error, day: dayField, name }: Props) {
  const id = useId();
  const { day, time } = splitLocalFields(value);
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  const isAboutTime = error === unfinishedWords({ type: "time" });
  return (
    <div className="grid min-w-0 grow gap-1.5">
      <div className="flex min-w-0 flex-wrap gap-2">
        <Field id={`${id}-day`} label={label} className="min-w-0 grow basis-37">
          {(attributes) => (
            <Input
              {...attributes}
              ref={dayField}
              name={name}
              type="date"
              className={narrow}
              aria-describedby={described || undefined}
              aria-invalid={error && !isAboutTime ? true : undefined}
              value={day}
              onChange={({ target }) => onChange(joinLocalFields(target.value, time))}
            />
          )}
        </Field>
        <Field id={`${id}-time`} label="Time" isOptional className="min-w-0 grow basis-32">
          {(attributes) => (
            <Input
              {...attributes}
              name={name}
              type="time"
              className={narrow}
              aria-describedby={(isAboutTime && `${id}-error`) || undefined}
              aria-invalid={isAboutTime || undefined}
              value={time}
              onChange={({ target }) => onChange(joinLocalFields(day, target.value))}
            />
          )}
        </Field>
      </div>
      <FieldError id={`${id}-error`} role="alert">
        {error}
      </FieldError>
      <FormMessage role="status" className="text-sm text-soft">
        {hint && <p id={`${id}-hint`}>{hint}</p>}
      </FormMessage>
    </div>
  );
}

/** These fields in a form. */
export function HandOverField({ name, ...texts }: { name: string } & Pick<Props, "label" | "hint">) {
  const { field, fieldState } = useController({ name });
  return <HandOverFields {...texts} {...field} day={field.ref} error={fieldState.error?.message} />;
}

/** When a hand-over is, in full or in fewer words. Pointing at it shows all of it. */
export function HandOverTime({ iso, words = handOverWords }: { iso: string; words?(iso: string): string }) {
  return (
    <time dateTime={machineTime(iso)} title={handOverWords(iso)}>
      {words(iso)}
    </time>
  );
}

/** What the heading of its day does not say: the time, and the day of an overdue one. */
export function HandOverNote({ iso, before }: { iso: string; before?: string }) {
  const isOverdue = dueOf(iso, new Date()) === "overdue";
  if (!isOverdue && isDayAlone(iso)) return null;
  return (
    <>
      {before}
      <span className="text-sm whitespace-nowrap text-soft">
        <HandOverTime iso={iso} words={isOverdue ? nearHandOverWords : handOverClockWords} />
      </span>
    </>
  );
}

/** Says that a planned day, perhaps with a time, has passed, or that the shelter is closed then. Otherwise empty. */
export function useDoubt(text: string): string {
  const hours = useQuery(shelterQuery()).data?.shelter.openingHours ?? null;
  const { day, time } = splitLocalFields(text);
  return pastWords(text) || (day && closedWords(hours, day, time));
}
