import * as z from "zod/mini";
import { dueOf, fromLocalFields, LocalDay } from "../orders/hand-over";
import { isDayAlone } from "../orders/schema";
import { EmailAddress, TELEPHONE_ASK, Telephone, typedText } from "../values/text";
import { type ApplicationChange, LENGTHS, type NewAdopter } from "./schema";

/** Makes the schema of a text that may be empty, and is otherwise checked by the schema of the API. */
const optional = (schema: z.ZodMiniType<string>, ask: string) =>
  z.string().check(z.refine((text) => text.trim() === "" || schema.safeParse(text.trim()).success, ask));

export const AdopterContact = z.object({
  name: typedText(LENGTHS.name, { what: "The name", empty: "Enter the name of the adopter" }),
  email: optional(EmailAddress, "Enter an e-mail address such as ada@example.org, or leave this empty"),
  telephone: optional(Telephone, `${TELEPHONE_ASK}, or leave this empty`),
});
export type AdopterContact = z.infer<typeof AdopterContact>;

export const AdopterValues = z.extend(AdopterContact, {
  /** Two fields that are joined: orders/hand-over.ts. */
  handOver: LocalDay.check(z.refine((text) => !isLater(text), "Enter today or an earlier day")),
});
export type AdopterValues = z.infer<typeof AdopterValues>;

function isLater(text: string): boolean {
  const iso = fromLocalFields(text);
  return iso !== undefined && iso !== null && dueOf(iso, new Date()) === "later";
}

export function readContact(values: AdopterContact): NonNullable<ApplicationChange["adopter"]> {
  return { name: values.name.trim(), email: values.email.trim() || null, telephone: values.telephone.trim() || null };
}

/** Returns what is sent for valid values. Texts are trimmed. Empty ones and today without a time are left out. */
export function readAdopter(values: AdopterValues): NewAdopter {
  const [name, email, telephone] = [values.name.trim(), values.email.trim(), values.telephone.trim()];
  const handOver = fromLocalFields(values.handOver) ?? null;
  const tookPlaceAt = handOver && isDayAlone(handOver) && dueOf(handOver, new Date()) === "today" ? null : handOver;
  return { name, ...(email && { email }), ...(telephone && { telephone }), ...(tookPlaceAt && { tookPlaceAt }) };
}
