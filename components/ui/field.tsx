import type { ComponentPropsWithRef, ReactNode } from "react";
import { control } from "./control";
import { cx } from "./cx";

type FieldProps = {
  id: string;
  label: string;
  hint?: string;
  className?: string;
  error?: string | undefined;
  /** The control. The attributes connect it to its label, hint and error. */
  children(attributes: {
    id: string;
    "aria-describedby": string | undefined;
    "aria-invalid": true | undefined;
  }): ReactNode;
};

/** A labelled form control with its hint and its error. */
export function Field({ id, label, hint, className, error, children }: FieldProps) {
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div className={cx("grid gap-1.5", className)}>
      <label htmlFor={id}>{label}</label>
      {children({ id, "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined })}
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {hint && (
        <p className="text-sm text-soft" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** What is wrong with a field or a group of fields. Without a text, nothing is shown. */
export function FieldError({ id, children }: { id?: string; children: string | undefined }) {
  if (!children) return null;
  return (
    <p className="text-sm font-semibold text-danger" id={id}>
      {children}
    </p>
  );
}

/** A line of text. */
export function Input({ className, ...attributes }: ComponentPropsWithRef<"input">) {
  return <input className={cx(control, className)} {...attributes} />;
}

/** A choice from a short list. */
export function Select({ className, ...attributes }: ComponentPropsWithRef<"select">) {
  return (
    <select className={cx(control, "cursor-pointer border-solid! pe-9 active:bg-pressed", className)} {...attributes} />
  );
}

/** Several lines of text. */
export function Textarea({ className, ...attributes }: ComponentPropsWithRef<"textarea">) {
  return <textarea className={cx(control, className)} {...attributes} />;
}

/** A box to tick, with its label. */
export function Checkbox({ children, ...attributes }: ComponentPropsWithRef<"input">) {
  return (
    <label className="-mx-2 flex min-h-target cursor-pointer items-start gap-3 rounded-control px-2 py-2.5 leading-normal font-normal transition hover:bg-hover active:bg-pressed">
      <input type="checkbox" className="mt-0.5 size-5 shrink-0 cursor-pointer" {...attributes} />
      {children}
    </label>
  );
}

/** The outcome of a form. It is rendered even when empty, because screen readers announce a change of its text. */
export function FormMessage({ kind, role, children }: FormMessageProps) {
  return (
    <div
      role={role}
      className={cx(
        "grid gap-2 empty:hidden",
        kind === "problem" && "text-danger",
        kind === "done" && "font-semibold text-green",
      )}
    >
      {children}
    </div>
  );
}

type FormMessageProps = { kind?: "problem" | "done" | undefined; role: "alert" | "status"; children: ReactNode };
