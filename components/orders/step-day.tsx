import { useEffect, useEffectEvent, useId, useState } from "react";
import { DAY_ALONE } from "@/lib/orders/day-alone";
import { localDate } from "@/lib/values/local-date";
import { Field, Input } from "../ui/forms/field";

/** The day of a step that is being taken: today, unless somebody chooses an earlier one. */
export function useStepDay() {
  // A page may stay open overnight, so neither day is kept.
  const today = localDate(new Date());
  const [chosen, setChosen] = useState<string | null>(null);
  const day = chosen ?? today;
  const [isWrong, setWrong] = useState(false);
  const choose = (next: string | null) => {
    setChosen(next);
    setWrong(false);
  };
  /** Points out a day in the future, or none. */
  const check = () => {
    const isRight = day !== "" && day <= today;
    setWrong(!isRight);
    return isRight;
  };
  return { day, today, choose, check, isWrong, more: day === today ? {} : { tookPlaceAt: `${day}${DAY_ALONE}` } };
}

type Props = { label: string; step: ReturnType<typeof useStepDay> };

/** The field for the day of a step. When its dialog closes, the chosen day is forgotten. */
export function StepDay({ label, step: { day, today, choose, isWrong } }: Props) {
  const forget = useEffectEvent(() => choose(null));
  useEffect(() => () => forget(), []);
  return (
    <Field id={useId()} label={label} error={isWrong ? "Enter today or an earlier day" : undefined}>
      {(attributes) => (
        <Input
          {...attributes}
          type="date"
          className="justify-self-start"
          max={today}
          value={day}
          onChange={({ target }) => choose(target.value)}
        />
      )}
    </Field>
  );
}
