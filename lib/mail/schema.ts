import * as z from "zod/mini";
import { DateTime, wholeNumber } from "../values/schemas";

/** Maximum number of e-mails that are counted. This number means "that many or more". */
export const MAX_COUNTED = 10_000;

const Count = wholeNumber(0, MAX_COUNTED);

/** The state of sending mail, as admins see it. */
export const MailState = z.object({
  /** Whether the service sends mail at all. */
  configured: z.boolean(),
  /** How many e-mails are waiting, and how many were given up. */
  waiting: Count,
  failed: Count,
  lastSuccessAt: z.nullable(DateTime),
  lastErrorAt: z.nullable(DateTime),
  /** Why the last failed attempt failed, without e-mail addresses and secrets. */
  lastError: z.nullable(z.string()),
});
export type MailState = z.infer<typeof MailState>;

/** Where the test e-mail goes. */
export const TestMailSent = z.object({ to: z.string() });
