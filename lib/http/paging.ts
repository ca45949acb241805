import * as z from "zod/mini";
import { decodeCursor, MAX_CURSOR_LENGTH } from "../cursor";

/** The query parameter `cursor` of a list. */
export const CursorParam = z
  .pipe(
    z.string().check(
      z.refine((text) => decodeCursor(text) !== null, {
        error: "must be one that this service gave in a Link header",
        abort: true,
      }),
    ),
    z.transform((text) => decodeCursor(text)),
  )
  .register(z.globalRegistry, { type: "string", pattern: "^[\\w-]+$", maxLength: MAX_CURSOR_LENGTH });

/** The query parameter `limit` of a list: how many entries a page has, `size` when absent. */
export function limitParam({ size, max }: { size: number; max: number }) {
  const rule = `must be a whole number from 1 to ${max}`;
  const digits = z.string().check(z.regex(/^\d+$/, rule));
  const count = z.int({ error: rule }).check(z.gte(1, rule), z.lte(max, rule));
  return z._default(z.pipe(digits, z.pipe(z.transform(Number), count)), size);
}
