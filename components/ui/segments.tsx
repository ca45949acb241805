import { useId } from "react";
import { cx } from "./cx";
import { FieldError } from "./field";

type Props<Value extends string> = {
  legend: string;
  options: Readonly<Record<Value, string>>;
  value: Value;
  error?: string | undefined;
  onChange(value: Value): void;
};

/** One of a few choices, all of them in view. */
export function Segments<Value extends string>({ legend, options, value, error, onChange }: Props<Value>) {
  const id = useId();
  // The keys of an object are strings to TypeScript.
  const choices = Object.keys(options) as Value[];
  return (
    <fieldset className="grid min-w-0 gap-1.5" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={cx("mb-1.5", error && "text-danger")}>{legend}</legend>
      <div className="flex flex-wrap gap-1.5">
        {choices.map((choice) => (
          <label
            key={choice}
            className={cx(
              "relative flex min-h-target cursor-pointer items-center rounded-control border px-3.5 font-normal transition",
              "hover:bg-hover has-checked:border-accent has-checked:bg-accent-back has-checked:font-semibold",
              "has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
              error ? "border-danger" : "border-control-line",
            )}
          >
            <input
              type="radio"
              className="absolute inset-0 size-full cursor-pointer appearance-none outline-none"
              name={id}
              value={choice}
              checked={choice === value}
              onChange={() => onChange(choice)}
            />
            {options[choice]}
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}
