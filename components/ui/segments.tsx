import { useId } from "react";
import { cx } from "./cx";
import { FieldError } from "./field";
import { covering, toggle } from "./pill";

type Props<Value extends string> = {
  legend: string;
  options: Readonly<Record<Value, string>>;
  value: Value;
  error?: string | undefined;
  onChange(value: Value): void;
};

/** A choice between a few options, all of them in view. */
export function Segments<Value extends string>({ legend, options, value, error, onChange }: Props<Value>) {
  const id = useId();
  // TypeScript types the keys of an object as strings.
  const choices = Object.keys(options) as Value[];
  return (
    <fieldset className="grid min-w-0 gap-1.5" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={cx("mb-1.5", error && "text-danger")}>{legend}</legend>
      <div className="flex flex-wrap gap-1.5">
        {choices.map((choice) => (
          <label key={choice} className={cx(toggle, error ? "border-danger" : "border-control-line")}>
            <input
              type="radio"
              className={covering}
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
