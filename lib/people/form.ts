import * as z from "zod/mini";
import { EmailAddress } from "../email";
import { Role } from "./schema";

const isAddress = (text: string) => EmailAddress.safeParse(text.trim()).success;

/** The values of the invitation form, with messages for people. */
export const InvitationValues = z.object({
  email: z.string().check(z.refine(isAddress, "Enter an e-mail address such as vera@shelter.example")),
  role: Role,
});
export type InvitationValues = z.infer<typeof InvitationValues>;
