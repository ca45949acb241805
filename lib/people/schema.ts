import * as z from "zod/mini";

/** What a member of staff may do: `staff` animals, `admin` also keys and people. */
export const Role = z.enum(["staff", "admin"], { error: "must be staff or admin" });
export type Role = z.infer<typeof Role>;

const Email = z
  .pipe(
    z
      .string({ error: "is required" })
      .check(z.trim(), z.toLowerCase(), z.maxLength(254, "must have at most 254 characters")),
    z.email("must be an e-mail address"),
  )
  .register(z.globalRegistry, { format: "email" });
const Time = z.string().register(z.globalRegistry, { format: "date-time" });

/** What it takes to add a person. */
export const NewPerson = z.strictObject({ email: Email, role: z._default(Role, "staff") });
export type NewPerson = z.infer<typeof NewPerson>;

/** The message when nobody has the id in the path. */
export const NO_PERSON = "There is no person with this id";

/** The path of one person. */
export const PersonParams = z.object({ personId: z.string().check(z.maxLength(36, NO_PERSON)) });

/** What of a person can be changed. */
export const PersonChange = z
  .strictObject({ role: z.optional(Role), disabled: z.optional(z.boolean({ error: "must be true or false" })) })
  .check(
    z.refine((change) => change.role !== undefined || change.disabled !== undefined, {
      error: "must name role or disabled",
    }),
  )
  .register(z.globalRegistry, { minProperties: 1 });
export type PersonChange = z.infer<typeof PersonChange>;

/** A member of staff as admins see them. */
export const Person = z.object({
  id: z.string(),
  email: z.string(),
  role: Role,
  disabled: z.boolean(),
  /** They still have to choose a password of their own. */
  mustChangePassword: z.boolean(),
  /** When a one-time password expires; null for a password of their own. */
  passwordExpiresAt: z.nullable(Time),
  createdAt: Time,
});
export type Person = z.infer<typeof Person>;
export const People = z.array(Person);

/** A new account, or one with a new password: it is shown this once. */
export const OneTimePassword = z.object({ email: z.string(), password: z.string() });
