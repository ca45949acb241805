import { ApiError } from "./errors";
import { refusalWords } from "./refusal-words";

/** Errors by field of a form. */
export type FieldErrors<F extends string> = Partial<Record<F, string>>;

/**
 * Finds the field that a refusal by the API is about. A message of a 400 begins with the name of its field. A 409 has
 * one field at most, `conflicting`.
 */
export function refusedField<F extends string>(
  error: unknown,
  fields: readonly F[],
  conflicting?: F,
): { field: F; message: string } | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === "conflict" && conflicting) return { field: conflicting, message: refusalWords(error) };
  if (error.status !== 400) return null;
  const field = fields.find((name) => error.message.startsWith(`${name} `));
  return field === undefined ? null : { field, message: sentence(error.message.slice(field.length + 1)) };
}

/** Turns "must be …" into "It must be …", and "is …" into "This is …", which read well under any label. */
const sentence = (rule: string) => `${rule.startsWith("is ") ? "This" : "It"} ${rule}.`;
