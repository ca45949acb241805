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

/** What a select offers. */
export function Options({ of }: { of: Iterable<readonly [value: string, label: string]> }) {
  return [...of].map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

export function Textarea({ className, ...attributes }: ComponentPropsWithRef<"textarea">) {
  return <textarea className={cx(control, className)} {...attributes} />;
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
