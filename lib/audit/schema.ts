import * as z from "zod/mini";

/** What can be written down. */
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
] as const;
export type Action = (typeof ACTIONS)[number];

/** One line of the audit: who did what to whom, when. */
export const AuditEntry = z.object({
  id: z.bigint(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
});
export const AuditEntries = z.array(AuditEntry);
export type AuditEntry = z.infer<typeof AuditEntry>;
