import { PLAN_LABELS, SCOPE_LABELS } from "../keys/words";
import { HOUR_SECONDS } from "../values/time";
import { dateWords, timeWords } from "../values/time-words";
import { type About, ACTION_WORDS, type Action, type AuditEntry, RecordedChanges } from "./schema";

export const ABOUT_LABELS: Readonly<Record<Exclude<About, "sign_ins">, string>> = {
  keys: "API keys",
  people: "People",
  shelter: "The shelter",
  mail: "Mail",
  applications: "Applications",
};

/** Actors who are not people, in words. */
export const OTHER_ACTORS: Readonly<Record<string, string>> = {
  "command line": "The command line",
  "first start": "The set-up",
  service: "The service",
  somebody: "An unknown person",
};

/** Authors who are neither people nor keys, and how the audit names them; null if it has no changes of them. */
const ACTORS: Readonly<Record<string, string | null>> = {
  applicant: null,
  operator: "command line",
  service: "first start",
};

/**
 * Returns how the audit names an author (lib/domain.ts), or null if it has no changes of them: people by their e-mail
 * address, and keys not at all.
 */
export function actorOfAuthor(author: string, people: readonly { id: string; email: string }[]): string | null {
  const person = people.find(({ id }) => author === `person:${id}`);
  return person?.email ?? ACTORS[author] ?? null;
}

/** What the audit has as the subject of failed sign-ins with unknown addresses, which it does not store. */
export const UNKNOWN_ADDRESSES = "unknown e-mail addresses";

export function actionWords({ action, subject, details }: Pick<AuditEntry, "action" | "subject" | "details">): string {
  if (subject === UNKNOWN_ADDRESSES) return "failed to sign in with an address that nobody here has";
  const words: string = ACTION_WORDS[action as Action] ?? action;
  return action === "person.invite" && details.again === true ? "made another invitation link for" : words;
}

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

function labelOf(labels: Readonly<Record<string, string>>, value: unknown): string {
  return labels[String(value)] ?? String(value);
}

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
