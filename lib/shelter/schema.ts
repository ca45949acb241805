import * as z from "zod/mini";
import { wholeNumber } from "../values/schemas";
import { EmailAddress, Telephone, textOf } from "../values/text";
import { misplacedPeriod, WEEKDAYS } from "./hours";

/** The longest time to answer an application, in days. */
export const MAX_REPLY_DAYS = 365;
const Days = wholeNumber(1, MAX_REPLY_DAYS);

/** Makes the schema of a field that may be null or absent, which both mean "not known". */
const perhaps = <S extends z.ZodMiniType>(schema: S) => z._default(z.nullable(schema), null);

/** How many periods a day may have, and how many dates may differ from their day of the week. */
export const MAX_PERIODS = 3;
export const MAX_EXCEPTIONS = 50;
export const MAX_NOTE_LENGTH = 300;

const AN_OBJECT = { error: "must be an object" };
const A_LIST = { error: "must be an array" };
const ClockTime = z
  .string({ error: "must be a string" })
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 09:30"))
  .register(z.globalRegistry, { maxLength: 5 });
export const OpenPeriod = z.strictObject({ opens: ClockTime, closes: ClockTime }, AN_OBJECT);
const Periods = z.array(OpenPeriod, A_LIST).check(
  z.maxLength(MAX_PERIODS, `must have at most ${MAX_PERIODS} periods`),
  z.refine((periods) => misplacedPeriod(periods) === -1, "must be in order, each closing after it opens"),
);
export const OpeningException = z.strictObject(
  { date: z.iso.date("must be a date such as 2030-12-24"), periods: Periods },
  AN_OBJECT,
);
const Exceptions = z.array(OpeningException, A_LIST).check(
  z.maxLength(MAX_EXCEPTIONS, `must have at most ${MAX_EXCEPTIONS} dates`),
  z.refine(
    (all) => all.every(({ date }, at) => date > (all[at - 1]?.date ?? "")),
    "must be in order of different dates",
  ),
);

export const OpeningHours = z.strictObject(
  {
    days: z.record(z.enum(WEEKDAYS), Periods, { error: "must have all days from monday to sunday" }),
    exceptions: z._default(Exceptions, []),
    note: perhaps(textOf(MAX_NOTE_LENGTH)),
  },
  AN_OBJECT,
);

export const Currency = z
  .string({ error: "must be a string" })
  .check(z.regex(/^[A-Z]{3}$/, "must be the three letters of a currency, such as EUR"))
  .register(z.globalRegistry, { maxLength: 3 });

/** What the shelter says about itself, as the body that replaces all of it. */
export const NewShelter = z.strictObject({
  name: textOf(100),
  street: perhaps(textOf(200)),
  postalCode: perhaps(textOf(20)),
  city: perhaps(textOf(100)),
  country: perhaps(textOf(100)),
  telephone: perhaps(Telephone),
  email: perhaps(EmailAddress),
  openingHours: perhaps(OpeningHours),
  replyDays: perhaps(Days),
  adoptionNotes: perhaps(textOf(1_000, { lines: true })),
  about: perhaps(textOf(4_000, { lines: true })),
  currency: perhaps(Currency),
});
export type NewShelter = z.infer<typeof NewShelter>;

const Text = z.nullable(z.string());

export const Shelter = z.object({
  name: z.string(),
  street: Text,
  postalCode: Text,
  city: Text,
  country: Text,
  telephone: Text,
  email: Text,
  openingHours: z.nullable(OpeningHours),
  replyDays: z.nullable(Days),
  adoptionNotes: Text,
  about: Text,
  currency: Text,
});
export type Shelter = z.infer<typeof Shelter>;
