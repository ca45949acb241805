import * as z from "zod/mini";
import { EmailAddress, isBlank, TELEPHONE_ASK, Telephone, typedText } from "../values/text";
import { mapDays, misplacedPeriod, type OpeningHours, type OpenPeriod, WEEKDAYS } from "./hours";
import { Currency, MAX_NOTE_LENGTH, MAX_REPLY_DAYS, type NewShelter, type Shelter } from "./schema";

/** Makes the schema of a field that may be empty. Otherwise it follows the rule of the API. */
const optional = (rule: z.ZodMiniType<string>, error: string) =>
  z.string().check(z.refine((text) => isBlank(text) || rule.safeParse(text.trim()).success, error));

const isDays = (text: string) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_REPLY_DAYS;

const PeriodsValues = z.array(z.object({ opens: z.string(), closes: z.string() }));
/** The fields of the opening hours as they were typed. */
export const HoursValues = z.object({
  days: z.record(z.enum(WEEKDAYS), PeriodsValues),
  exceptions: z.array(z.object({ date: z.string(), periods: PeriodsValues })),
  note: typedText(MAX_NOTE_LENGTH, { what: "The note" }),
});
type HoursValues = z.infer<typeof HoursValues>;

const INCOMPLETE = "Enter when it opens and closes";
const MISPLACED = "It has to close after it opens, and open after it last closed";

/** The values of the shelter form, with messages for people. */
export const ShelterValues = z.object({
  name: typedText(100, { what: "The name", empty: "Enter the name of the shelter" }),
  street: typedText(200, { what: "The street" }),
  postalCode: typedText(20, { what: "The postal code" }),
  city: typedText(100, { what: "The city" }),
  country: typedText(100, { what: "The country" }),
  telephone: optional(Telephone, TELEPHONE_ASK),
  email: optional(EmailAddress, "Enter an e-mail address such as hello@shelter.example"),
  openingHours: HoursValues.check(
    z.superRefine(({ days, exceptions }, context) => {
      const refuse = (path: (string | number)[], message: string) =>
        context.addIssue({ code: "custom", path, message });
      const check = (path: (string | number)[], periods: readonly OpenPeriod[]) => {
        const empty = periods.findIndex(({ opens, closes }) => opens === "" || closes === "");
        const at = empty === -1 ? misplacedPeriod(periods) : empty;
        if (at !== -1) refuse([...path, at, "closes"], at === empty ? INCOMPLETE : MISPLACED);
      };
      for (const day of WEEKDAYS) check(["days", day], days[day]);
      for (const [at, { date, periods }] of exceptions.entries()) {
        if (date === "") refuse(["exceptions", at, "date"], "Choose the date");
        if (exceptions.findIndex((other) => other.date === date) < at)
          refuse(["exceptions", at, "date"], "This date is above, too");
        check(["exceptions", at, "periods"], periods);
      }
    }),
  ),
  replyDays: z
    .string()
    .check(
      z.refine((text) => isBlank(text) || isDays(text.trim()), `Enter a number of days from 1 to ${MAX_REPLY_DAYS}`),
    ),
  adoptionNotes: typedText(1_000, { what: "The text", lines: true }),
  about: typedText(4_000, { what: "The text", lines: true }),
  currency: optional(Currency, "Enter the three letters of the currency, such as EUR"),
});
export type ShelterValues = z.infer<typeof ShelterValues>;

export const SHELTER_LABELS: Readonly<Record<keyof ShelterValues, string>> = {
  name: "Name of the shelter",
  street: "Street",
  postalCode: "Postal code",
  city: "City",
  country: "Country",
  telephone: "Telephone",
  email: "E-mail",
  openingHours: "Opening hours",
  replyDays: "Applications are answered within (days)",
  adoptionNotes: "Notes for adopters",
  about: "About the shelter",
  currency: "Currency of adoption fees",
};

const toHoursValues = (hours: OpeningHours | null): HoursValues => ({
  days: hours?.days ?? mapDays(() => []),
  exceptions: hours?.exceptions ?? [],
  note: hours?.note ?? "",
});

/** Returns the opening hours that the values describe, without what is incomplete; null if that is nothing. */
export function toHours({ days, exceptions, note }: HoursValues): OpeningHours | null {
  const valid = (periods: readonly OpenPeriod[]) =>
    periods.filter(({ opens, closes }) => opens !== "" && opens < closes);
  const hours = {
    days: mapDays((day) => valid(days[day])),
    exceptions: exceptions
      .filter(({ date }) => date !== "")
      .map(({ date, periods }) => ({ date, periods: valid(periods) }))
      .sort((one, other) => (one.date < other.date ? -1 : 1)),
    note: isBlank(note) ? null : note.trim(),
  };
  const isEmpty = WEEKDAYS.every((day) => hours.days[day].length === 0) && hours.exceptions.length === 0;
  return isEmpty && hours.note === null ? null : hours;
}

/** The fields that are a text, or null if it is not known. */
const TEXTS = [
  "street",
  "postalCode",
  "city",
  "country",
  "telephone",
  "email",
  "adoptionNotes",
  "about",
  "currency",
] as const satisfies (keyof Shelter)[];
type Texts<T> = Record<(typeof TEXTS)[number], T>;

/** What the API accepted need not be valid in the form. */
export function toShelterValues(shelter: Shelter): ShelterValues {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, shelter[name] ?? ""])) as Texts<string>;
  const { name, openingHours, replyDays } = shelter;
  return { ...texts, name, openingHours: toHoursValues(openingHours), replyDays: replyDays?.toString() ?? "" };
}

/** Also for a preview while somebody types. */
export function toShelter(values: ShelterValues): NewShelter {
  const orNull = (text: string) => (isBlank(text) ? null : text.trim());
  const texts = Object.fromEntries(TEXTS.map((name) => [name, orNull(values[name])])) as Texts<string | null>;
  const { name, openingHours, replyDays } = values;
  return {
    ...texts,
    name: name.trim(),
    openingHours: toHours(openingHours),
    replyDays: isDays(replyDays.trim()) ? Number(replyDays) : null,
  };
}
