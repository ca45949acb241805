import * as z from "zod/mini";

/** The smallest int64. */
export const INT64_MIN = -(2n ** 63n);
/** The largest int64. */
export const INT64_MAX = 2n ** 63n - 1n;

const RULE = `must be a whole number from ${INT64_MIN} to ${INT64_MAX}`;

/**
 * An int64, exact over its whole range. `parseJson` reads it as a bigint, and `encodeJson` writes it as a JSON integer.
 */
export const Int64 = z
  .bigint({ error: (issue) => (issue.input === undefined ? "is required" : RULE) })
  .check(z.gte(INT64_MIN, RULE), z.lte(INT64_MAX, RULE));

/** Parses a decimal int64 from a path or a form field. Returns null if the string is not one. */
export function parseInt64(text: string): bigint | null {
  if (!/^-?\d{1,40}$/.test(text)) return null;
  const value = BigInt(text);
  return value >= INT64_MIN && value <= INT64_MAX ? value : null;
}

/** Makes the schema of an int64 in a path. Any other string is refused with this message. */
export const int64Param = (message: string) =>
  z.pipe(
    z.string({ error: message }),
    z.pipe(
      z.transform((text: string) => parseInt64(text)),
      z.bigint({ error: message }).check(z.gte(INT64_MIN), z.lte(INT64_MAX)),
    ),
  );
