import * as z from "zod/mini";
import { DateTime } from "../values/date-time";

/** The actions that the audit records. */
export const ACTIONS = [
  "key.create",
  "key.change",
  "key.rotate",
  "key.end_earlier",
  "key.revoke",
  "key.unban",
  "person.add",
  "person.invite",
  "person.accept_invitation",
  "person.name",
  "person.role",
  "person.disable",
  "person.enable",
  "person.password",
  "person.password_link",
  "person.password_change",
  "person.sign_in",
  "person.sign_in_failed",
  "person.sign_out",
  "person.sign_out_elsewhere",
  "person.sign_out_device",
  "person.sign_out_everywhere",
  "shelter.change",
  "mail.test",
  "application.delete",
] as const;
export type Action = (typeof ACTIONS)[number];

/** What changes are about; a filter of the list. */
export const ABOUT = ["keys", "people", "sign_ins", "shelter", "mail", "applications"] as const;
export type About = (typeof ABOUT)[number];

const SIGN_INS: readonly Action[] = [
  "person.sign_in",
  "person.sign_in_failed",
  "person.sign_out",
  "person.sign_out_elsewhere",
  "person.sign_out_device",
  "person.sign_out_everywhere",
];
const PREFIXES: Readonly<Record<Exclude<About, "sign_ins">, string>> = {
  keys: "key.",
  people: "person.",
  shelter: "shelter.",
  mail: "mail.",
  applications: "application.",
};

/** Returns the actions of one subject. */
export function actionsAbout(about: About): Action[] {
  if (about === "sign_ins") return [...SIGN_INS];
  return ACTIONS.filter((action) => action.startsWith(PREFIXES[about]) && !SIGN_INS.includes(action));
}

/** The earlier and the new value of each changed field, with dates as strings. The browser reads numbers as bigints. */
export const RecordedChanges = z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }));

/** Details of an entry, such as the new role. Never a secret. */
export const AuditDetails = z.record(z.string(), z.unknown());

/** An entry of the audit: who did what to whom, and when. */
export const AuditEntry = z.object({
  id: z.bigint(),
  at: DateTime,
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  /** The current name of the key that the entry is about, or null if it is about something else. */
  keyName: z.nullable(z.string()),
  details: AuditDetails,
});
export const AuditEntries = z.array(AuditEntry);
export type AuditEntry = z.infer<typeof AuditEntry>;

/** A page of the audit, newest first, and the cursors of its neighbours. */
export type AuditPage = { entries: AuditEntry[]; next: string | null; prev: string | null };
