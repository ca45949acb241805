import * as z from "zod/mini";
import { DateTime, Int64, pageOf, parsed, parseInt64, wholeNumber } from "../values/schemas";

/** The actions that the audit records, in words. */
export const ACTION_WORDS = {
  "key.create": "created the key",
  "key.change": "changed the key",
  "key.rotate": "created a new secret for the key",
  "key.end_earlier": "ended the earlier secrets of the key",
  "key.revoke": "revoked the key",
  "key.unban": "lifted the ban of the key",
  "person.add": "added",
  "person.invite": "invited",
  "person.accept_invitation": "accepted the invitation",
  "person.name": "changed the name of",
  "person.role": "changed the role of",
  "person.disable": "disabled",
  "person.enable": "enabled",
  "person.password": "gave a new password to",
  "person.password_link": "asked for a link to a new password for",
  "person.password_change": "changed their own password",
  "person.sign_in": "signed in",
  "person.sign_in_failed": "failed to sign in as",
  "person.sign_out": "signed out",
  "person.sign_out_elsewhere": "signed out all other devices",
  "person.sign_out_device": "signed out another device",
  "person.sign_out_everywhere": "signed out everywhere",
  "shelter.change": "changed the shelter",
  "mail.test": "sent themselves a test e-mail",
  "application.delete": "deleted an application",
} as const;
export type Action = keyof typeof ACTION_WORDS;
const ACTIONS = Object.keys(ACTION_WORDS) as Action[];
export const AuditAction = z.enum(ACTIONS);

export const ABOUT = ["keys", "people", "sign_ins", "shelter", "mail", "applications"] as const;
export type About = (typeof ABOUT)[number];

const SIGN_INS = ACTIONS.filter((action) => action.startsWith("person.sign_"));
const PREFIXES: Readonly<Record<Exclude<About, "sign_ins">, string>> = {
  keys: "key.",
  people: "person.",
  shelter: "shelter.",
  mail: "mail.",
  applications: "application.",
};

export function actionsAbout(about: About): Action[] {
  if (about === "sign_ins") return SIGN_INS;
  return ACTIONS.filter((action) => action.startsWith(PREFIXES[about]) && !SIGN_INS.includes(action));
}

/** The earlier and the new value of each changed field, with dates as strings. The browser reads numbers as bigints. */
export const RecordedChanges = z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }));
export type RecordedChanges = Readonly<z.infer<typeof RecordedChanges>>;

const FOR_UNDO_ONLY = ["orderId", "changedAt", "email", "telephone", "wasToTell"];

/** Leaves out what is only recorded so that it can be undone. */
export const shownChanges = <C extends RecordedChanges>(changes: C): C =>
  Object.fromEntries(Object.entries(changes).filter(([field]) => !FOR_UNDO_ONLY.includes(field))) as C;

/** Details of an entry, such as the new role. Never a secret. */
export const AuditDetails = z.record(z.string(), z.unknown());

/** An entry of the audit: who did what to whom, and when. */
export const AuditEntry = z.object({
  id: Int64,
  at: DateTime,
  actor: z.string(),
  action: AuditAction,
  subject: z.string(),
  keyName: z.nullable(z.string()),
  details: AuditDetails,
});
export const AuditEntries = pageOf(AuditEntry);
export type AuditEntry = z.infer<typeof AuditEntry>;

export type AuditPage = { entries: AuditEntry[]; next: string | null; prev: string | null };

/** Who made a change, with the current name of the key or person. */
export const ShownActor = z.object({
  kind: z.enum(["key", "person", "applicant", "operator", "service", "unknown"]),
  name: z.nullable(z.string()),
});
export type ShownActor = z.infer<typeof ShownActor>;

/** What is changed and has a history. An order is what people call an adoption. */
export const CHANGED = ["pet", "order", "application"] as const;
export type Subject = (typeof CHANGED)[number];

/** What was done to an animal. Orders have those that begin with their name, and an application is only `changed`. */
export const ChangeAction = z.enum([
  "created",
  "changed",
  "removed",
  "restored",
  "undone",
  "profile.changed",
  "photo.added",
  "photo.removed",
  "photos.changed",
  "order.placed",
  "order.scheduled",
  "order.completed",
  "order.cancelled",
  "order.returned",
  "order.undone",
]);
export type ChangeAction = z.infer<typeof ChangeAction>;

/** Which change sets are listed. Those about orders include the recording of adopters. */
export const CHANGE_SUBJECTS = ["pets", "applications", "orders", "additions"] as const;
export type ChangeSubject = (typeof CHANGE_SUBJECTS)[number];

/** How many changes of a set are listed. */
export const MAX_LISTED_CHANGES = 200;

/** What was changed in an animal, an order or an application, with current names. */
const ListedChange = z.object({
  subject: z.enum(CHANGED),
  action: ChangeAction,
  petId: Int64,
  /** The name of the animal, even if it was removed. */
  petName: z.nullable(z.string()),
  /** The application that was changed, or that of the order, and the name of its applicant. */
  application: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** Whether the author is who handles the application since then, or who handled it before if nobody does. */
  byHandler: z.boolean(),
  changes: RecordedChanges,
});
export type ListedChange = z.infer<typeof ListedChange>;

/** What one command changed, or the addition of an animal, which has the id of the animal. */
export const ChangeSet = z.object({
  id: Int64,
  at: DateTime,
  actor: ShownActor,
  changes: z.array(ListedChange).register(z.globalRegistry, { maxItems: MAX_LISTED_CHANGES }),
  /** How many changes it has, also those that are not listed. */
  count: wholeNumber(1, Number.MAX_SAFE_INTEGER),
});
export type ChangeSet = z.infer<typeof ChangeSet>;
export const ChangeSets = pageOf(ChangeSet);

export const NO_SET = "There is no such change set";

/** A change set, or the addition of an animal, by the id `pet-` and that of the animal. */
export type SetId = { set: bigint } | { addedPet: bigint };

/** Null if the text is no such id. */
export function parseSetId(text: string): SetId | null {
  const id = parseInt64(text.replace(/^pet-/, ""));
  if (id === null) return null;
  return text.startsWith("pet-") ? { addedPet: id } : { set: id };
}

export const ChangeSetParams = z.object({
  changeSetId: parsed(NO_SET, parseSetId).register(z.globalRegistry, {
    type: "string",
    pattern: "^(pet-)?[1-9]\\d*$",
    maxLength: 23,
  }),
});

/** A page of change sets, newest first, and the cursors of its neighbours. */
export type ChangesPage = { sets: ChangeSet[]; next: string | null; prev: string | null };
