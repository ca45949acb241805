import * as z from "zod/mini";

/** Of a 204. */
export const NoBody = z.undefined();

/** For requests without any content. */
export const EmptyObject = z.strictObject({});

/** The body of a change: at least one of these members. */
export function changeOf<S extends z.core.$ZodLooseShape>(shape: S) {
  const rule = `must have at least one of ${Object.keys(shape).join(", ")}`;
  return z
    .strictObject(shape)
    .check(z.refine((change) => Object.values(change).some((value) => value !== undefined), rule))
    .register(z.globalRegistry, { minProperties: 1 });
}

export const INT64_MIN = -(2n ** 63n);
export const INT64_MAX = 2n ** 63n - 1n;

const RULE = `must be a whole number from ${INT64_MIN} to ${INT64_MAX}`;

/** `parseJson` reads it as a bigint, exact over its whole range. */
export const Int64 = z
  .bigint({ error: (issue) => (issue.input === undefined ? "is required" : RULE) })
  .check(z.gte(INT64_MIN, RULE), z.lte(INT64_MAX, RULE));

/** From a path or a form field; null if the string is no int64. */
export function parseInt64(text: string): bigint | null {
  if (!/^-?\d{1,40}$/.test(text)) return null;
  const value = BigInt(text);
  return value >= INT64_MIN && value <= INT64_MAX ? value : null;
}

export const int64Param = (message: string) =>
  z.pipe(
    z.string({ error: message }),
    z.pipe(
      z.transform((text: string) => parseInt64(text)),
      z.bigint({ error: message }).check(z.gte(INT64_MIN), z.lte(INT64_MAX)),
    ),
  );

/** JSON integers are parsed as bigints (lib/http/json.ts). These are small. */
const toNumber = z.transform((value: unknown) => (typeof value === "bigint" ? Number(value) : value));

/** Within bounds that fit a JavaScript number exactly. */
export function wholeNumber(min: number, max: number) {
  const rule = `must be a whole number from ${min} to ${max}`;
  return z.pipe(toNumber, z.int({ error: rule }).check(z.gte(min, rule), z.lte(max, rule)));
}

/** The largest page of a list, and the most ids that a request can name. */
export const MAX_PAGE_SIZE = 100;

export const pageOf = <S extends z.ZodMiniType>(entry: S) =>
  z.array(entry).register(z.globalRegistry, { maxItems: MAX_PAGE_SIZE });

/** ISO 8601, as in bodies. */
export const DateTime = z.string().register(z.globalRegistry, { format: "date-time" });

/** A string that `read` parses. If it returns null, the string is refused with this rule. */
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
