import { useId } from "react";

type Props = { label: string; limit: number; remaining: number; reset: number };

/** How much of a limit is left, and when it resets (`reset` in Unix seconds). */
export function Meter({ label, limit, remaining, reset }: Props) {
  const id = useId();
  const at = new Date(reset * 1000).toLocaleTimeString("en-GB", { timeStyle: "medium" });
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
        <strong>{remaining.toLocaleString("en")}</strong> of {limit.toLocaleString("en")} left, full again at {at}
      </p>
    </div>
  );
}
