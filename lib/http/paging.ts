import * as z from "zod/mini";
import { type Cursor, decodeCursor, type ListSort, MAX_CURSOR_LENGTH } from "../values/cursor";
import { MAX_PAGE_SIZE, parsed } from "../values/schemas";

export function cursorParam(sorts: readonly ListSort[]) {
  const read = (text: string) => {
    const cursor = decodeCursor(text);
    return cursor && sorts.includes(cursor.sort ?? "newest") ? cursor : null;
  };
  return parsed("must be one that this service gave in a Link header", read).register(z.globalRegistry, {
    type: "string",
    pattern: "^[\\w-]+$",
    maxLength: MAX_CURSOR_LENGTH,
  });
}

type Sorted = { cursor?: Cursor | undefined; sort?: ListSort | undefined };

/** The cursor has to come from a list with the same sort order. */
export const cursorFitsSort = z.refine<Sorted>(
  ({ cursor, sort = "newest" }) => !cursor || (cursor.sort ?? "newest") === sort,
  { path: ["cursor"], error: "must be one that this service gave in a Link header for the same sort" },
);

/** For a list that is always newest first. */
const CursorParam = cursorParam(["newest"]);

export const PAGE_SIZE = 20;

const LIMIT_RULE = `must be a whole number from 1 to ${MAX_PAGE_SIZE}`;

/** How many entries a page has. */
export const Limit = z.pipe(
  z.string().check(z.regex(/^\d+$/, LIMIT_RULE)),
  z.pipe(
    z.transform(Number),
    z.int({ error: LIMIT_RULE }).check(z.gte(1, LIMIT_RULE), z.lte(MAX_PAGE_SIZE, LIMIT_RULE)),
  ),
);

/** The parameters of every list that is newest first. */
export const PAGED = { limit: z._default(Limit, PAGE_SIZE), cursor: z.optional(CursorParam) };

/** Those of a list without others. */
export const PageQuery = z.object(PAGED);
export type PageQuery = z.infer<typeof PageQuery>;
