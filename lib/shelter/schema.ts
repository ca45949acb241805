import * as z from "zod/mini";
import { EmailAddress } from "../values/email";
import { Telephone } from "../values/telephone";
import { textOf } from "../values/text";
import { wholeNumber } from "../values/whole-number";

/** The longest time to answer an application, in days. */
export const MAX_REPLY_DAYS = 365;
const Days = wholeNumber(1, MAX_REPLY_DAYS);

/** Makes the schema of a field that may be null or absent, which both mean "not known". */
const perhaps = <S extends z.ZodMiniType>(schema: S) => z._default(z.nullable(schema), null);

/** What the shelter says about itself, as the body that replaces all of it. */
export const NewShelter = z.strictObject({
  name: textOf(100),
  street: perhaps(textOf(200)),
  postalCode: perhaps(textOf(20)),
  city: perhaps(textOf(100)),
  country: perhaps(textOf(100)),
  telephone: perhaps(Telephone),
  email: perhaps(EmailAddress),
  openingHours: perhaps(textOf(1_000, { lines: true })),
  replyDays: perhaps(Days),
  adoptionNotes: perhaps(textOf(1_000, { lines: true })),
  about: perhaps(textOf(4_000, { lines: true })),
});
export type NewShelter = z.infer<typeof NewShelter>;

const Text = z.nullable(z.string());

/** What the shelter says about itself. Null means "not known". */
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
  /** What adopters should know before they apply, such as the fee. */
  adoptionNotes: Text,
  about: Text,
});
export type Shelter = z.infer<typeof Shelter>;
