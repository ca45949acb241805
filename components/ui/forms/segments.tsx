import { useId } from "react";
import { keysOf } from "@/lib/values/keys-of";
import { cx } from "../style/cx";
import { covering, toggle } from "../style/pill";
import { FieldError } from "./field";

type Props<Value extends string> = {
  legend: string;
  options: Readonly<Record<Value, string>>;
  value: Value;
  error?: string | undefined;
  onChange(value: Value): void;
};

/** On a phone, three short options fit into one line. */
const phone = "max-sm:px-2.5! max-[23.5rem]:px-1.5! max-[23.5rem]:text-sm";

/** A choice between a few options, all of them in view. */
export function Segments<Value extends string>({ legend, options, value, error, onChange }: Props<Value>) {
  const id = useId();
  return (
    <fieldset className="grid min-w-0 gap-1.5" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={cx("mb-1.5", error && "text-danger")}>{legend}</legend>
      <div className="flex flex-wrap gap-1.5">
        {keysOf(options).map((choice) => (
          <label key={choice} className={cx(toggle, phone, error ? "border-danger" : "border-control-line")}>
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
