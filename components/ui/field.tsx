import type { ComponentPropsWithRef, ReactNode, Ref } from "react";
import { control, cx } from "./style";

type FieldProps = {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  isOptional?: boolean | undefined;
  className?: string | undefined;
  error?: string | undefined;
  /** Whether an error is read as soon as it appears. */
  isAnnounced?: boolean;
  /** The attributes connect the control to its label, hint and error. */
  children(attributes: {
    id: string;
    "aria-describedby": string | undefined;
    "aria-invalid": true | undefined;
  }): ReactNode;
};

export function Field({ id, label, hint, isOptional, className, error, isAnnounced, children }: FieldProps) {
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div data-part="field" className={cx("grid content-start gap-1.5", className)}>
      <label htmlFor={id}>
        {label} {isOptional && <span className="text-sm font-normal text-soft">(optional)</span>}
      </label>
      {children({ id, "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined })}
      <FieldError id={`${id}-error`} {...(isAnnounced && { role: "alert" })}>
        {error}
      </FieldError>
      {hint && (
        <p className="text-sm text-soft" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

export function FieldError({ children, ...attributes }: FieldErrorProps) {
  if (!children) return null;
  return (
    <p className="text-sm font-semibold text-danger" {...attributes}>
      {children}
    </p>
  );
}

type FieldErrorProps = { id?: string; role?: "alert"; children: string | undefined };

export function Input({ className, ...attributes }: ComponentPropsWithRef<"input">) {
  return <input className={cx(control, className)} {...attributes} />;
}

export function Select({ className, ...attributes }: ComponentPropsWithRef<"select">) {
  return (
    <select className={cx(control, "cursor-pointer border-solid! pe-9 active:bg-pressed", className)} {...attributes} />
  );
}

export function Textarea({ className, ...attributes }: ComponentPropsWithRef<"textarea">) {
  return <textarea className={cx(control, className)} {...attributes} />;
}

/** Browsers draw an empty box in their own colours, which stand out in the dark theme. */
const box = cx(
  "mt-0.5 grid size-5 shrink-0 cursor-pointer appearance-none place-content-center rounded-mark border-2 forced-colors:appearance-auto",
  "border-control-line bg-panel checked:border-accent checked:bg-accent aria-invalid:border-danger",
  "before:-mt-0.5 before:hidden before:h-3 before:w-1.5 before:rotate-45 before:border-e-2 before:border-b-2 before:border-accent-ink checked:before:block",
);

export function Checkbox({ children, ...attributes }: ComponentPropsWithRef<"input">) {
  return (
    <label className="-mx-2 flex min-h-target cursor-pointer items-start gap-3 rounded-control px-2 py-2.5 leading-normal font-normal transition hover:bg-hover active:bg-pressed">
      <input type="checkbox" className={box} {...attributes} />
      {children}
    </label>
  );
}

/** Rendered even when empty, because screen readers announce a change of its text. */
export function FormMessage({ ref, kind, role, className, children }: FormMessageProps) {
  return (
    <div
      ref={ref}
      role={role}
      className={cx(
        "grid gap-2 empty:hidden",
        kind === "problem" && "text-danger",
        kind === "done" && "font-semibold text-green",
        className,
      )}
    >
      {children}
    </div>
  );
}

type FormMessageProps = {
  ref?: Ref<HTMLDivElement> | undefined;
  kind?: "problem" | "done" | undefined;
  role: "alert" | "status";
  className?: string | undefined;
  children: ReactNode;
};
