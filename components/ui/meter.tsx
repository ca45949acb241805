import { useId } from "react";
import { timeWords } from "@/lib/values/time-words";

type Props = { label: string; limit: number; remaining: number; reset: number };

/** How much of a limit is left, and, if not all of it, when it resets (`reset` in Unix seconds). */
export function Meter({ label, limit, remaining, reset }: Props) {
  const id = useId();
  const seconds = Math.max(1, Math.ceil(reset - Date.now() / 1_000));
  return (
    <div className="grid gap-1">
      <label htmlFor={id}>{label}</label>
      <meter
        id={id}
        className="block h-2.5 w-full"
        min={0}
        max={limit}
        low={limit * 0.1}
        optimum={limit}
        value={remaining}
      />
      <p>
        {remaining <= 0 && "Used up: "}
        <strong>{remaining.toLocaleString("en")}</strong> of {limit.toLocaleString("en")} left
        {remaining < limit && `, full again in ${timeWords(seconds)}`}
      </p>
    </div>
  );
}
