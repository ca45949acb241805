import * as z from "zod/mini";

/** JSON integers are parsed as bigints (lib/http/json.ts). These are small, so they become numbers. */
const toNumber = z.transform((value: unknown) => (typeof value === "bigint" ? Number(value) : value));

/** Makes the schema of a whole number within bounds that fit a JavaScript number exactly. */
export function wholeNumber(min: number, max: number) {
  const rule = `must be a whole number from ${min} to ${max}`;
  return z.pipe(toNumber, z.int({ error: rule }).check(z.gte(min, rule), z.lte(max, rule)));
}
