import * as z from "zod/mini";
import { DateTime, wholeNumber } from "../values/schemas";

/** Maximum number of e-mails that are counted. This number means "that many or more". */
export const MAX_COUNTED = 10_000;

const Count = wholeNumber(0, MAX_COUNTED);

export const MailState = z.object({
  configured: z.boolean(),
  waiting: Count,
  failed: Count,
  lastSuccessAt: z.nullable(DateTime),
  lastErrorAt: z.nullable(DateTime),
  lastError: z.nullable(z.string()),
});
export type MailState = z.infer<typeof MailState>;

export const TestMailSent = z.object({ to: z.string() });
