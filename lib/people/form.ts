import * as z from "zod/mini";
import { EmailAddress } from "../values/email";
import { typedText } from "../values/text";
import { MAX_PERSON_NAME_LENGTH, Role } from "./schema";

const isAddress = (text: string) => EmailAddress.safeParse(text.trim()).success;

/** The values of the invitation form, with messages for people. */
export const InvitationValues = z.object({
  /** May be empty. */
  name: typedText(MAX_PERSON_NAME_LENGTH, { what: "The name" }),
  email: z.string().check(z.refine(isAddress, "Enter an e-mail address such as vera@shelter.example")),
  role: Role,
});
export type InvitationValues = z.infer<typeof InvitationValues>;

const Text = z.exactOptional(z.string());
/** What was typed in the invitation form, valid or not. */
export const InvitationDraft = z.object({ name: Text, email: Text, role: z.exactOptional(Role) });

/** The value of the form for a person's name, with messages for people. */
export const NameValues = z.object({
  name: typedText(MAX_PERSON_NAME_LENGTH, { what: "The name", empty: "Enter a name" }),
});
export type NameValues = z.infer<typeof NameValues>;

/** What was typed in the form for a name, valid or not. */
export const NameDraft = z.object({ name: Text });
