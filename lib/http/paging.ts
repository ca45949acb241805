import * as z from "zod/mini";
import { type Cursor, decodeCursor, type ListSort, MAX_CURSOR_LENGTH } from "../values/cursor";
import { parsed } from "../values/schemas";

export function cursorParam(sorts: readonly ListSort[]) {
  const read = (text: string) => {
    const cursor = decodeCursor(text);
    return cursor && sorts.includes(cursor.sort ?? "newest") ? cursor : null;
  };
  return parsed("must be one that this service gave in a Link header", read).register(z.globalRegistry, {
    type: "string",
    pattern: "^[\\w-]+$",
    maxLength: MAX_CURSOR_LENGTH,
    description: "from a Link header",
  });
}

/** The lists whose sort orders are those of their cursors. */
const SAME_NAMES = { newest: "newest", oldest: "oldest" } as const;

/** The cursor has to come from a list with the same sort order. `orders` says what each value of `sort` means. */
export function cursorFitsSort<Q extends { cursor?: Cursor | undefined; sort?: string | undefined }>(
  orders: Readonly<Record<string, ListSort>> = SAME_NAMES,
) {
  return z.refine<Q>(({ cursor, sort = "newest" }) => !cursor || (cursor.sort ?? "newest") === orders[sort], {
    path: ["cursor"],
    error: "must be one that this service gave in a Link header for the same sort",
  });
}

/** For a list that is always newest first. */
export const CursorParam = cursorParam(["newest"]);

/** How many entries a page has, `size` by default. */
export function limitParam({ size, max }: { size: number; max: number }) {
  const rule = `must be a whole number from 1 to ${max}`;
  const digits = z.string().check(z.regex(/^\d+$/, rule));
  const count = z.int({ error: rule }).check(z.gte(1, rule), z.lte(max, rule));
  return z._default(z.pipe(digits, z.pipe(z.transform(Number), count)), size);
}
