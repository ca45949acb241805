import * as z from "zod/mini";

/** The body of a 204: none. */
export const NoBody = z.undefined();

/** The body `{}`, for requests without any content. */
export const EmptyObject = z.strictObject({});

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

/** JSON integers are parsed as bigints (lib/http/json.ts). These are small, so they become numbers. */
const toNumber = z.transform((value: unknown) => (typeof value === "bigint" ? Number(value) : value));

/** Makes the schema of a whole number within bounds that fit a JavaScript number exactly. */
export function wholeNumber(min: number, max: number) {
  const rule = `must be a whole number from ${min} to ${max}`;
  return z.pipe(toNumber, z.int({ error: rule }).check(z.gte(min, rule), z.lte(max, rule)));
}

/** A time in ISO 8601, as in bodies. */
export const DateTime = z.string().register(z.globalRegistry, { format: "date-time" });

/** Makes the schema of a string that `read` parses. If `read` returns null, the string is refused with this rule. */
export const parsed = <T>(rule: string, read: (text: string) => T | null) =>
  z.pipe(
    z.string({ error: rule }),
    z.transform((text, { issues }): T => {
      const value = read(text);
      if (value !== null) return value;
      issues.push({ code: "custom", message: rule, input: text });
      return z.NEVER;
    }),
  );
