import * as z from "zod/mini";
import { MAX_LISTED_SESSIONS, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "../people/schema";
import { withAsciiDomain } from "../values/text";

const text = (max: number) =>
  z
    .string({ error: "is required" })
    .check(z.minLength(1, "is required"), z.maxLength(max, `must have at most ${max} characters`));

/** As it is stored, if a person has it. */
const Email = z.pipe(
  text(254).check(
    z.refine((email) => email.isWellFormed() && !/\p{Cc}/u.test(email), "must not have control characters"),
  ),
  z.string().check(z.trim(), z.overwrite(withAsciiDomain), z.toLowerCase()),
);

const NewPassword = text(MAX_PASSWORD_LENGTH).check(
  z.minLength(MIN_PASSWORD_LENGTH, `must have at least ${MIN_PASSWORD_LENGTH} characters`),
);

export const Credentials = z.strictObject({
  email: Email,
  password: text(MAX_PASSWORD_LENGTH),
});

export const Forgotten = z.strictObject({ email: Email });

const Token = text(100);

export const PasswordLink = z.strictObject({ token: Token });

export const LinkedPassword = z.strictObject({ token: Token, newPassword: NewPassword });

/** The body that ends other sessions: those with these ids, or all. */
export const SessionsToEnd = z.strictObject({
  sessions: z.optional(z.array(text(100)).check(z.maxLength(MAX_LISTED_SESSIONS, "has too many sessions"))),
});

export const PasswordChange = z.strictObject({
  currentPassword: text(MAX_PASSWORD_LENGTH),
  newPassword: NewPassword,
});
