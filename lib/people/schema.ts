import * as z from "zod/mini";
import { changeOf, DateTime, pageOf } from "../values/schemas";
import { EmailAddress, textOf } from "../values/text";

export const Role = z.enum(["staff", "admin"], { error: "must be staff or admin" });
export type Role = z.infer<typeof Role>;

const Email = z.pipe(EmailAddress, z.string().check(z.toLowerCase()));

/** Longest name of a person, in code points. */
export const MAX_PERSON_NAME_LENGTH = 100;
const Name = textOf(MAX_PERSON_NAME_LENGTH);

/** In characters, like the maximum. */
export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 128;

export const NewPerson = z.strictObject({
  email: Email,
  role: z._default(Role, "staff"),
  name: z.exactOptional(Name),
});
export type NewPerson = z.infer<typeof NewPerson>;

export const NO_PERSON = "There is no person with this id";

export const PersonParams = z.object({
  personId: z
    .string()
    .check(z.maxLength(36, NO_PERSON), z.regex(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/, NO_PERSON)),
});

export const PersonChange = changeOf({
  role: z.optional(Role),
  disabled: z.optional(z.boolean({ error: "must be true or false" })),
  name: z.optional(Name),
});
export type PersonChange = z.infer<typeof PersonChange>;

export const OwnName = z.strictObject({ name: Name });

export const OwnPerson = z.object({ email: z.string(), name: z.string() });
export type OwnPerson = z.infer<typeof OwnPerson>;

export const Person = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: Role,
  disabled: z.boolean(),
  mustChangePassword: z.boolean(),
  invited: z.boolean(),
  passwordExpiresAt: z.nullable(DateTime),
  createdAt: DateTime,
  lastSignInAt: z.nullable(DateTime),
});
export type Person = z.infer<typeof Person>;
export const MAX_LISTED_SESSIONS = 100;

export const People = pageOf(Person);

export const OneTimePassword = z.object({ email: z.string(), password: z.string() });
export type OneTimePassword = z.infer<typeof OneTimePassword>;

export const Invitation = z.object({
  email: z.string(),
  link: z.nullable(z.string()),
  expiresAt: DateTime,
});
export type Invitation = z.infer<typeof Invitation>;
