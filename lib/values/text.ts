import * as z from "zod/mini";
import { isLongerThan } from "./words";

/** Whether a string has something besides white space. */
export const isBlank = (text: string) => !/\P{White_Space}/u.test(text);

/** The control characters that a line of text, and a text of several lines, cannot have. */
const CONTROL = { line: /\p{Cc}/u, lines: /(?![\t\n\r])\p{Cc}/u };

/**
 * Makes the schema of a text that a person writes: 1 to `max` code points, not all of them white space, and no control
 * characters. With `lines` it may have line breaks and tabs. It is never changed.
 */
export function textOf(max: number, { lines = false } = {}) {
  const rule = `must be 1 to ${max} characters long, not only white space`;
  const control = CONTROL[lines ? "lines" : "line"];
  return z
    .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") })
    .check(
      z.refine((text) => text.isWellFormed(), { error: "must be well-formed Unicode", abort: true }),
      z.refine((text) => !control.test(text), { error: "must not contain control characters", abort: true }),
      z.refine((text) => !isBlank(text), { error: rule, abort: true }),
      z.refine((text) => !isLongerThan(text, max), rule),
    )
    .register(z.globalRegistry, { minLength: 1, maxLength: max });
}

/**
 * Makes the schema of a text that is typed into a form, with messages for people. `what` is the subject of a sentence
 * ("The name"). `empty` asks for a missing text ("Enter a name"); without it, the text may be empty.
 */
export function typedText(
  max: number,
  { what, empty, lines = false }: { what: string; empty?: string; lines?: boolean },
) {
  return z.string().check(
    z.refine((text) => empty === undefined || !isBlank(text), { error: empty ?? "", abort: true }),
    z.refine((text) => !isLongerThan(text, max), {
      error: `${what} can have up to ${max.toLocaleString("en")} characters`,
      abort: true,
    }),
    z.refine((text) => text.isWellFormed() && !CONTROL[lines ? "lines" : "line"].test(text), {
      error: `${what} has a character that cannot be saved. Type it again`,
    }),
  );
}

const MAX_LENGTH = 254;

/**
 * An e-mail address: one local part and one domain in ASCII, at most 254 characters (RFC 5321, 4.5.3.1). White space,
 * quotes and brackets are not allowed, so it cannot smuggle a header or an SMTP command into an e-mail.
 */
export const EmailAddress = z
  .email("must be an e-mail address")
  .check(z.maxLength(MAX_LENGTH, `must have at most ${MAX_LENGTH} characters`));

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
