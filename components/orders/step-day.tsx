import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { DAY_ALONE } from "@/lib/orders/day-alone";
import { localDate } from "@/lib/values/local-date";
import { Field, Input } from "../ui/forms/field";

const today = () => localDate(new Date());

/**
 * The day of a step that is being taken: today, unless somebody chooses an earlier one. A page may stay open overnight,
 * so which day is today is asked each time.
 */
export function useStepDay() {
  const [chosen, setChosen] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const choose = (next: string | null) => {
    setChosen(next);
    setWrong(false);
  };
  const field = useRef<HTMLInputElement>(null);
  /** Points out a day in the future, or one that is missing or only partly filled in. */
  const check = () => {
    const isRight = chosen === null || (chosen !== "" && chosen <= today());
    setWrong(!isRight);
    if (!isRight) field.current?.focus();
    return isRight;
  };
  /** Returns what is sent: nothing for today. */
  const fields = () => (chosen === null || chosen === today() ? {} : { tookPlaceAt: `${chosen}${DAY_ALONE}` });
  const isKept = useRef(false);
  /** Keeps the day when the dialog closes next, for a step that may fail. */
  const keep = () => {
    isKept.current = true;
  };
  /** Forgets the day, unless it is kept. */
  const leave = () => {
    if (!isKept.current) choose(null);
    isKept.current = false;
  };
  return { field, chosen, choose, check, isWrong, fields, keep, leave };
}

type Props = { label: string; day: ReturnType<typeof useStepDay> };

/** The field for the day of a step. When its dialog closes, the chosen day is forgotten, unless it is kept. */
export function StepDay({ label, day: { field, chosen, choose, isWrong, leave } }: Props) {
  const forget = useEffectEvent(leave);
  useEffect(() => () => forget(), []);
  return (
    <Field id={useId()} label={label} error={isWrong ? "Enter today or an earlier day" : undefined} isAnnounced>
      {(attributes) => (
        <Input
          {...attributes}
          ref={field}
          type="date"
          className="justify-self-start"
          max={today()}
          value={chosen ?? today()}
          onChange={({ target }) => choose(target.value)}
        />
      )}
    </Field>
  );
}
