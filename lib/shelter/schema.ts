import * as z from "zod/mini";
import { EmailAddress } from "../email";
import { wholeNumber } from "../whole-number";

/** A text of 1 to `max` code points that is not only white space; with `lines`, line breaks are allowed. */
function text(max: number, { lines = false } = {}) {
  const rule = `must be 1 to ${max} characters long, not only white space; null when it is not known`;
  const control = lines ? /(?!\n)\p{Cc}/u : /[\p{Cc}\p{Zl}\p{Zp}]/u;
  return z
    .string({ error: (issue) => (issue.input === undefined ? "is required" : rule) })
    .check(
      z.refine((value) => value.isWellFormed(), { error: "must be well-formed Unicode", abort: true }),
      z.refine((value) => !control.test(value), {
        error: `must not contain control characters${lines ? " except line breaks (\\n)" : " or line breaks"}`,
        abort: true,
      }),
      z.refine((value) => /\P{White_Space}/u.test(value), { error: rule, abort: true }),
      // A code point has one or two units, so this many units are enough to find that a text is too long.
      z.refine((value) => [...value.slice(0, 2 * max + 1)].length <= max, rule),
    )
    .register(z.globalRegistry, { minLength: 1, maxLength: max });
}

const TELEPHONE_RULE = "must be a telephone number such as +44 20 7946 0123, up to 40 characters";
const Telephone = z
  .string({ error: TELEPHONE_RULE })
  .check(z.maxLength(40, TELEPHONE_RULE), z.regex(/^\+?[0-9][0-9 ()./-]{2,39}$/, TELEPHONE_RULE));

const Days = wholeNumber(1, 365);

/** Null means "not known", and so does a field that is absent. */
const perhaps = <S extends z.ZodMiniType>(schema: S) => z._default(z.nullable(schema), null);

/** What the shelter says about itself: the body that replaces all of it. */
export const NewShelter = z.strictObject({
  name: text(100),
  street: perhaps(text(200)),
  postalCode: perhaps(text(20)),
  city: perhaps(text(100)),
  country: perhaps(text(100)),
  telephone: perhaps(Telephone),
  email: perhaps(EmailAddress),
  openingHours: perhaps(text(1_000, { lines: true })),
  replyDays: perhaps(Days),
  about: perhaps(text(4_000, { lines: true })),
});
export type NewShelter = z.infer<typeof NewShelter>;

const Text = z.nullable(z.string());

/** What the shelter says about itself; null where nothing is known. */
export const Shelter = z.object({
  name: z.string(),
  street: Text,
  postalCode: Text,
  city: Text,
  country: Text,
  telephone: Text,
  email: Text,
  openingHours: Text,
  /** Within how many days an application is answered. */
  replyDays: z.nullable(Days),
  about: Text,
});
export type Shelter = z.infer<typeof Shelter>;
