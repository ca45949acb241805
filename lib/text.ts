import * as z from "zod/mini";

/**
 * Text that a person writes: 1 to `max` code points, at least one of which is not white space, no control characters.
 * With `lines` it may have line breaks and tabs. It is never changed.
 */
export function textOf(max: number, { lines = false } = {}) {
  const rule = `must be 1 to ${max} characters long, not only white space`;
  const control = lines ? /(?![\t\n\r])\p{Cc}/u : /\p{Cc}/u;
  return z
    .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") })
    .check(
      z.refine((text) => text.isWellFormed(), { error: "must be well-formed Unicode", abort: true }),
      z.refine((text) => !control.test(text), { error: "must not contain control characters", abort: true }),
      z.refine((text) => /\P{White_Space}/u.test(text), { error: rule, abort: true }),
      // A code point has one or two units, so this many units are enough to find that a text is too long.
      z.refine((text) => [...text.slice(0, 2 * max + 1)].length <= max, rule),
    )
    .register(z.globalRegistry, { minLength: 1, maxLength: max });
}
