import * as z from "zod/mini";

const MAX_LENGTH = 254;

/**
 * An e-mail address: one local part and one domain in ASCII, at most 254 characters (RFC 5321, 4.5.3.1). White space,
 * quotes and brackets are not allowed, so it cannot smuggle a header or an SMTP command into an e-mail.
 */
export const EmailAddress = z
  .email("must be an e-mail address")
  .check(z.maxLength(MAX_LENGTH, `must have at most ${MAX_LENGTH} characters`));
