import * as z from "zod/mini";

/** The longest telephone number, in characters. */
export const MAX_TELEPHONE_LENGTH = 40;
/** What a form says about a text that is not a telephone number. */
export const TELEPHONE_ASK = "Enter a telephone number, such as +44 20 7946 0123";

const RULE = `must be a telephone number such as +44 20 7946 0123, up to ${MAX_TELEPHONE_LENGTH} characters`;
/** At least five digits, with spaces and usual punctuation between them. */
const TELEPHONE = /^[ +()/.-]*(?:\d[ +()/.-]*){5,}$/;

/** A telephone number as people write it: at least five digits, and between them spaces and `+ ( ) / . -`. */
export const Telephone = z
  .string({ error: RULE })
  .check(z.maxLength(MAX_TELEPHONE_LENGTH, { error: RULE, abort: true }), z.regex(TELEPHONE, RULE));
