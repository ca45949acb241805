import * as z from "zod/mini";

/** JSON integers arrive as bigint (see lib/http/json.ts); these are small. */
const toNumber = z.transform((value: unknown) => (typeof value === "bigint" ? Number(value) : value));

/** A whole number within bounds that a JavaScript number holds exactly. */
export function wholeNumber(min: number, max: number) {
  const rule = `must be a whole number from ${min} to ${max}`;
  return z.pipe(toNumber, z.int({ error: rule }).check(z.gte(min, rule), z.lte(max, rule)));
}
