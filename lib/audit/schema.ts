import * as z from "zod/mini";

/** What the audit records. */
export const ACTIONS = [
  "key.create",
  "key.rotate",
  "key.revoke",
  "key.unban",
  "person.add",
  "person.role",
  "person.disable",
  "person.enable",
  "person.password",
  "person.password_change",
  "person.sign_in",
  "person.sign_in_failed",
  "person.sign_out",
  "shelter.change",
  "mail.test",
  "application.delete",
] as const;
export type Action = (typeof ACTIONS)[number];

/** More about a line, such as the new role. Never a secret. */
export const AuditDetails = z.record(z.string(), z.unknown());

/** One line of the audit: who did what to whom, and when. */
export const AuditEntry = z.object({
  id: z.bigint(),
  at: z.string().register(z.globalRegistry, { format: "date-time" }),
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  details: AuditDetails,
});
export const AuditEntries = z.array(AuditEntry);
export type AuditEntry = z.infer<typeof AuditEntry>;

/** One page of the audit, newest first, and the cursors of its neighbours. */
export type AuditPage = { entries: AuditEntry[]; next: string | null; prev: string | null };
