import type { ApiError } from "./errors";

/** Errors by field of a form. */
export type FieldErrors<F extends string> = Partial<Record<F, string>>;

/** Finds the field that a refusal of the API is about: its message begins with the field's name. */
export function errorsFromRefusal<F extends string>(error: ApiError | null, fields: readonly F[]): FieldErrors<F> {
  if (error?.status !== 400) return {};
  const errors: FieldErrors<F> = {};
  const field = fields.find((name) => error.message.startsWith(`${name} `));
  if (field) errors[field] = sentence(error.message.slice(field.length + 1));
  return errors;
}

/** "must be …" becomes "It must be …", which reads well under any label. */
function sentence(rule: string): string {
  return rule === "is required" ? "This is required." : `It ${rule}.`;
}
