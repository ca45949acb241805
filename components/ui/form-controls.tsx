import { type ComponentProps, type ComponentPropsWithRef, type ReactNode, useId, useState } from "react";
import {
  type FieldErrors,
  get,
  type FieldError as Problem,
  type UseFormRegisterReturn,
  useFormContext,
} from "react-hook-form";
import { keysOf } from "@/lib/values/objects";
import { buttonClass } from "./button";
import { Field, Input } from "./field";
import { covering, cx, toggle } from "./style";

type PasswordProps = Omit<ComponentPropsWithRef<"input">, "type"> & { /** What it hides. */ secret?: string };

export function PasswordInput({ className, secret = "password", ...attributes }: PasswordProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input
        {...attributes}
        type={isShown ? "text" : "password"}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className={cx("pe-20", className)}
      />
      <button
        type="button"
        className="absolute inset-y-0 end-0 min-w-target cursor-pointer rounded-control px-3.5 text-sm font-semibold text-accent transition hover:bg-hover hover:text-accent-hover active:bg-pressed"
        onClick={() => setShown(!isShown)}
      >
        {isShown ? "Hide" : "Show"}
        <span className="sr-only"> {secret}</span>
      </button>
    </div>
  );
}

type FieldProps = ComponentProps<typeof Field>;
type FormFieldProps = Omit<FieldProps, "id" | "error" | "children"> & {
  name: string;
  children(attributes: UseFormRegisterReturn & Parameters<FieldProps["children"]>[0]): ReactNode;
};

/** A field of the form around it, with its error. The attributes also register its control. */
export function FormField({ name, children, ...field }: FormFieldProps) {
  const id = useId();
  const { register, formState } = useFormContext();
  return (
    <Field id={id} error={get<FieldErrors, Problem | undefined>(formState.errors, name)?.message} {...field}>
      {(attributes) => children({ ...register(name), ...attributes })}
    </Field>
  );
}

type TextFieldProps = Omit<FormFieldProps, "children"> & Omit<ComponentProps<"input">, "id" | "name" | "className">;

export function TextField({ name, label, hint, isOptional, className, ...input }: TextFieldProps) {
  return (
    <FormField {...{ name, label, hint, isOptional, className }}>
      {(attributes) => <Input {...attributes} {...input} />}
    </FormField>
  );
}

type Props<Value extends string> = {
  legend: string;
  options: Readonly<Record<Value, string>>;
  value: Value;
  onChange(value: Value): void;
};

/** On a phone, three short options fit into one line. */
const phone = "max-sm:px-2.5! max-[23.5rem]:px-1.5! max-[23.5rem]:text-sm";

export function Segments<Value extends string>({ legend, options, value, onChange }: Props<Value>) {
  const id = useId();
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5">{legend}</legend>
      <div className="flex flex-wrap gap-1.5">
        {keysOf(options).map((choice) => (
          <label key={choice} className={cx(toggle, phone, "border-control-line")}>
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
    </fieldset>
  );
}

/** Browsers draw an empty box in their own colours, which stand out in the dark theme. */
const box = cx(
  "mt-0.5 grid size-5 shrink-0 cursor-pointer appearance-none place-content-center rounded-mark border-2 forced-colors:appearance-auto",
  "border-control-line bg-panel checked:border-accent checked:bg-accent aria-invalid:border-danger",
  "before:-mt-0.5 before:hidden before:h-3 before:w-1.5 before:rotate-45 before:border-e-2 before:border-b-2 before:border-accent-ink checked:before:block",
);

export function Checkbox({ children, ...attributes }: ComponentPropsWithRef<"input">) {
  return (
    <label className="-mx-2 flex min-h-target cursor-pointer items-start gap-3 rounded-control px-2 py-2.5 font-normal transition hover:bg-hover active:bg-pressed">
      <input type="checkbox" className={box} {...attributes} />
      {children}
    </label>
  );
}

type FileButtonProps = {
  label: string;
  accept: string;
  multiple?: boolean;
  onChoose(files: readonly File[]): void;
};

/** It covers the browser's own control, which looks and reads differently everywhere. */
export function FileButton({ label, accept, multiple = false, onChoose }: FileButtonProps) {
  return (
    <label
      className={buttonClass(
        "quiet",
        "relative overflow-hidden has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent sm:justify-self-start",
      )}
    >
      {label}
      <input
        type="file"
        className="absolute -inset-px cursor-pointer opacity-0"
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])]);
          // Allows choosing the same file again.
          event.target.value = "";
        }}
      />
    </label>
  );
}
