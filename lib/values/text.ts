import * as z from "zod/mini";
import { isLongerThan } from "./words";

/** Anything but white space, what Unicode shows as nothing, such as the Hangul filler, and the empty cell of Braille. */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u;

export const isBlank = (text: string) => !VISIBLE.test(text);

/** What a line, and a text of several lines, cannot have. */
const CONTROL = { line: /\p{Cc}/u, lines: /(?![\t\n\r])\p{Cc}/u };

/** Any other character, in the regular expressions of JSON Schema. */
const OTHER = { line: "[^\\x00-\\x1f\\x7f-\\x9f]", lines: "[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]" };
/** Any text of a line, also an empty one. */
export const LINE_PATTERN = `^${OTHER.line}*$`;
/** What is blank, for the same. The characters themselves, because not every language has an escape for them. */
const BLANK =
  "\\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8";

/**
 * A text that a person writes: 1 to `max` code points, not only invisible ones, no control characters. `lines` allows
 * line breaks and tabs. It is never changed.
 */
export function textOf(max: number, { lines = false } = {}) {
  const rule = `must be 1 to ${max} characters long, not only invisible ones`;
  const kind = lines ? "lines" : "line";
  const [control, other] = [CONTROL[kind], OTHER[kind]];
  return z
    .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") })
    .check(
      z.refine((text) => text.isWellFormed(), { error: "must be well-formed Unicode", abort: true }),
      z.refine((text) => !control.test(text), { error: "must not contain control characters", abort: true }),
      z.refine((text) => !isBlank(text), { error: rule, abort: true }),
      z.refine((text) => !isLongerThan(text, max), rule),
    )
    .register(z.globalRegistry, {
      ...{ minLength: 1, maxLength: max },
      pattern: `^${other}*[^${BLANK}\\x00-\\x1f\\x7f-\\x9f]${other}*$`,
    });
}

/**
 * The same for a form, with messages for people. `what` begins a sentence ("The name"). Without `empty` ("Enter a
 * name"), the text may be empty.
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

/** Writes a domain such as müller.example as mail servers do: xn--mller-kva.example (RFC 5891). */
export function withAsciiDomain(email: string): string {
  const start = email.lastIndexOf("@") + 1;
  const domain = email.slice(start);
  const url = `http://${domain}`;
  if (!/[^ -~]/.test(domain) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || !URL.canParse(url)) return email;
  return email.slice(0, start) + new URL(url).hostname;
}

const EMAIL_RULE = "must be an e-mail address";

/**
 * One local part and one domain in ASCII (RFC 5321, 4.5.3.1). Without white space, quotes and brackets, so it cannot
 * smuggle a header or an SMTP command into an e-mail. White space around it is cut off.
 */
export const EmailAddress = z
  .pipe(
    z
      .string({ error: (issue) => (issue.input === undefined ? "is required" : EMAIL_RULE) })
      .check(z.trim(), z.overwrite(withAsciiDomain)),
    z.email(EMAIL_RULE).check(z.maxLength(MAX_LENGTH, `must have at most ${MAX_LENGTH} characters`)),
  )
  .register(z.globalRegistry, { format: "email", maxLength: MAX_LENGTH });

export const MAX_TELEPHONE_LENGTH = 40;
export const TELEPHONE_ASK = "Enter a telephone number, such as +44 20 7946 0123";

const RULE = `must be a telephone number such as +44 20 7946 0123, up to ${MAX_TELEPHONE_LENGTH} characters`;
/** At least five digits, with spaces and usual punctuation between them. An extension is "ext. 12", "x12" or "#12". */
const TELEPHONE = /^[ +()/.-]*(?:\d[ +()/.-]*){5,}(?:(?:[,;][ ,;]*)?(?:[Ee][Xx][Tt][a-z]*|[Xx]|#)[ .:=]*\d{1,8} *)?$/;

export const Telephone = z
  .string({ error: RULE })
  .check(z.maxLength(MAX_TELEPHONE_LENGTH, { error: RULE, abort: true }), z.regex(TELEPHONE, RULE));
