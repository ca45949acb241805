import { type AuditEntry, RecordedChanges } from "@/lib/audit/schema";
import { PLAN_LABELS, SCOPE_LABELS } from "@/lib/keys/labels";
import { HOUR_SECONDS } from "@/lib/values/time";
import { dateWords, timeWords } from "@/lib/values/time-words";

const FIELD_WORDS: Readonly<Record<string, string>> = {
  expiresAt: "expires",
  perMinute: "requests a minute",
  perDay: "requests a day",
  postalCode: "postal code",
  email: "e-mail",
  openingHours: "opening hours",
  replyDays: "days to answer",
  adoptionNotes: "notes for adopters",
};

const fieldWords = (field: string) => FIELD_WORDS[field] ?? field;

type Words = (value: unknown) => string;

/** What people read for each detail of a change, by its name. */
const DETAILS: Readonly<Record<string, Words>> = {
  // The entry itself already shows the name.
  name: () => "",
  newName: (name) => `now “${String(name)}”`,
  plan: (plan) => `plan ${labelOf(PLAN_LABELS, plan)}`,
  scopes: (scopes) => `permissions: ${listOf(scopes, (scope) => labelOf(SCOPE_LABELS, scope).toLowerCase())}`,
  graceHours: (hours) =>
    Number(hours) === 0
      ? "the old secret ended immediately"
      : `the old secret works for another ${timeWords(Number(hours) * HOUR_SECONDS)}`,
  changed: (fields) => listOf(fields, fieldWords),
  // They are shown below the words.
  changes: () => "",
  // It follows the name.
  role: () => "",
  // The action says this already.
  again: () => "",
  from: (address) => `from ${address}`,
};

/** Returns the details of a change as text, or an empty string if there are none. */
export function detailsWords({ details }: Pick<AuditEntry, "details">): string {
  const hasValues = details.changes !== undefined;
  return Object.entries(details)
    .filter(([name]) => !(hasValues && name === "changed"))
    .map(([name, value]) => DETAILS[name]?.(value) ?? `${name}: ${value}`)
    .filter((words) => words !== "")
    .join("; ");
}

function listOf(values: unknown, words: (value: string) => string): string {
  return (Array.isArray(values) ? values : [values]).map((value) => words(String(value))).join(", ");
}

/** Returns the label of a value, or the value itself if this version has no label for it. */
function labelOf(labels: Readonly<Record<string, string>>, value: unknown): string {
  return labels[String(value)] ?? String(value);
}

/**
 * Returns the changed fields of an entry, each with its earlier and its new value as a string; empty if it has none.
 */
export function changedDetails({ details }: Pick<AuditEntry, "details">): { name: string; from: string; to: string }[] {
  const { data = {} } = RecordedChanges.safeParse(details.changes ?? {});
  return Object.entries(data).map(([field, { from, to }]) => ({
    name: fieldWords(field),
    from: valueWords(field, from),
    to: valueWords(field, to),
  }));
}

function valueWords(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return field === "expiresAt" ? "never" : "nothing";
  if (field === "plan") return labelOf(PLAN_LABELS, value);
  if (field === "expiresAt") return dateWords(new Date(String(value)));
  return typeof value === "bigint" ? value.toLocaleString("en") : String(value);
}
