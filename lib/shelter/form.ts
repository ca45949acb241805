import * as z from "zod/mini";
import { EmailAddress } from "../values/email";
import { TELEPHONE_ASK, Telephone } from "../values/telephone";
import { isBlank, typedText } from "../values/text";
import { hoursMistakes } from "./hours-check";
import { MAX_REPLY_DAYS, type NewShelter, type Shelter } from "./schema";

/** Makes the schema of a field that may be empty. Otherwise it follows the rule of the API. */
const optional = (rule: z.ZodMiniType<string>, error: string) =>
  z.string().check(z.refine((text) => isBlank(text) || rule.safeParse(text.trim()).success, error));

const isDays = (text: string) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_REPLY_DAYS;

/** The values of the shelter form, with messages for people. */
export const ShelterValues = z.object({
  name: typedText(100, { what: "The name", empty: "Enter the name of the shelter" }),
  street: typedText(200, { what: "The street" }),
  postalCode: typedText(20, { what: "The postal code" }),
  city: typedText(100, { what: "The city" }),
  country: typedText(100, { what: "The country" }),
  telephone: optional(Telephone, TELEPHONE_ASK),
  email: optional(EmailAddress, "Enter an e-mail address such as hello@shelter.example"),
  openingHours: typedText(1_000, { what: "The opening hours", lines: true }).check(
    z.superRefine((hours, context) => {
      const mistakes = hoursMistakes(hours);
      if (mistakes.length > 0) context.addIssue({ code: "custom", message: mistakes.join(" ") });
    }),
  ),
  replyDays: z
    .string()
    .check(
      z.refine((text) => isBlank(text) || isDays(text.trim()), `Enter a number of days from 1 to ${MAX_REPLY_DAYS}`),
    ),
  adoptionNotes: typedText(1_000, { what: "The text", lines: true }),
  about: typedText(4_000, { what: "The text", lines: true }),
});
export type ShelterValues = z.infer<typeof ShelterValues>;

/** What people read beside each field. */
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
};

/** Returns the shelter as values of the form. What the API accepted need not be valid in the form. */
export function toShelterValues(shelter: Shelter): ShelterValues {
  return {
    name: shelter.name,
    street: shelter.street ?? "",
    postalCode: shelter.postalCode ?? "",
    city: shelter.city ?? "",
    country: shelter.country ?? "",
    telephone: shelter.telephone ?? "",
    email: shelter.email ?? "",
    openingHours: shelter.openingHours ?? "",
    replyDays: shelter.replyDays?.toString() ?? "",
    adoptionNotes: shelter.adoptionNotes ?? "",
    about: shelter.about ?? "",
  };
}

/**
 * Returns the shelter that the values describe, also for a preview while somebody types. An empty value is not known.
 */
export function toShelter(values: ShelterValues): NewShelter {
  const orNull = (text: string) => (isBlank(text) ? null : text.trim());
  const { street, postalCode, city, country, telephone, email, openingHours, replyDays, adoptionNotes, about } = values;
  return {
    name: values.name.trim(),
    street: orNull(street),
    postalCode: orNull(postalCode),
    city: orNull(city),
    country: orNull(country),
    telephone: orNull(telephone),
    email: orNull(email),
    openingHours: orNull(openingHours),
    replyDays: isDays(replyDays.trim()) ? Number(replyDays) : null,
    adoptionNotes: orNull(adoptionNotes),
    about: orNull(about),
  };
}
