import { errorsFromIssues, type FieldErrors } from "../http/field-errors";
import { parseInt64 } from "../int64";
import type { Plan } from "../limits/plans";
import { DEFAULT_SCOPES, type Scope } from "../scopes";
import { NewKey } from "./schema";

/** The text of the controls; `expires` is a date such as 2030-01-31, or empty. */
export type KeyFormValues = {
  name: string;
  plan: Plan;
  perMinute: string;
  perDay: string;
  scopes: readonly Scope[];
  expires: string;
};

export const EMPTY_KEY_FORM: KeyFormValues = {
  name: "",
  plan: "free",
  perMinute: "",
  perDay: "",
  scopes: DEFAULT_SCOPES,
  expires: "",
};

/** The fields that the API may object to. */
export const KEY_FIELDS = ["name", "plan", "perMinute", "perDay", "scopes", "expiresAt"] as const;
type KeyFormErrors = FieldErrors<(typeof KEY_FIELDS)[number]>;

/** Reads the form by the schema of the API: the key to create, or what is wrong, by field. */
export function readKeyForm({
  name,
  plan,
  scopes,
  expires,
  ...numbers
}: KeyFormValues): { value: NewKey } | { errors: KeyFormErrors } {
  const own = plan === "enterprise" ? { perMinute: toCount(numbers.perMinute), perDay: toCount(numbers.perDay) } : {};
  const parsed = NewKey.safeParse({
    name,
    plan,
    ...own,
    scopes: [...scopes],
    // The key works to the end of this day.
    ...(expires && { expiresAt: `${expires}T23:59:59Z` }),
  });
  return parsed.success ? { value: parsed.data } : { errors: errorsFromIssues(parsed.error.issues) };
}

/** Other text is passed on, so that the schema refuses it with its own message. */
function toCount(text: string): bigint | string {
  return parseInt64(text.trim()) ?? text;
}
