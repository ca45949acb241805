import type { ReactNode } from "react";

type Props = {
  id: string;
  label: string;
  hint?: string;
  error?: string | undefined;
  /** The control; the attributes connect it to its label, hint and error. */
  children(attributes: {
    id: string;
    "aria-describedby": string | undefined;
    "aria-invalid": true | undefined;
  }): ReactNode;
};

/** A labelled form control with its hint and its error. */
export function Field({ id, label, hint, error, children }: Props) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined })}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
