import type { AuditEntry } from "@/lib/audit/schema";
import { PLAN_LABELS, SCOPE_LABELS } from "@/lib/keys/labels";
import { HOUR_SECONDS } from "@/lib/time";
import { timeWords } from "@/lib/time-words";

const FIELD_WORDS: Readonly<Record<string, string>> = {
  expiresAt: "last day",
  perMinute: "requests a minute",
  perDay: "requests a day",
  postalCode: "postal code",
  email: "e-mail",
  openingHours: "opening hours",
  replyDays: "days to answer",
  adoptionNotes: "notes for adopters",
};

type Words = (value: unknown) => string;

/** The texts for people for each detail of a change, by its name. */
const DETAILS: Readonly<Record<string, Words>> = {
  // The entry itself already shows the name.
  name: () => "",
  newName: (name) => `now “${String(name)}”`,
  plan: (plan) => `plan ${labelOf(PLAN_LABELS, plan)}`,
  scopes: (scopes) => `may: ${listOf(scopes, (scope) => labelOf(SCOPE_LABELS, scope).toLowerCase())}`,
  graceHours: (hours) =>
    Number(hours) === 0
      ? "the old secret ended immediately"
      : `the old secret works for another ${timeWords(Number(hours) * HOUR_SECONDS)}`,
  changed: (fields) => listOf(fields, (field) => FIELD_WORDS[field] ?? field),
  role: (role) => `as ${role}`,
  // The action already says it.
  again: () => "",
  from: (address) => `from ${address}`,
};

/** Returns the details of a change as text, or an empty text if there are none. */
export function detailsWords({ details }: Pick<AuditEntry, "details">): string {
  return Object.entries(details)
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
