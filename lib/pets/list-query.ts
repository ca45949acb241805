import * as z from "zod/mini";
import { decodeCursor } from "./cursor";
import { MAX_PAGE_SIZE, PAGE_SIZE } from "./page";
import { Status } from "./schema";

/** A cursor as it stands in a query. */
const CursorParam = z
  .pipe(
    z.string().check(
      z.refine((text) => decodeCursor(text) !== null, {
        error: "must be one that this service gave in a Link header",
        abort: true,
      }),
    ),
    z.transform((text) => decodeCursor(text)),
  )
  .register(z.globalRegistry, { type: "string" });

const LIMIT_RULE = `must be a whole number from 1 to ${MAX_PAGE_SIZE}`;

/** The query of the list operation, from the strings of a URL. */
export const ListPetsQuery = z.object({
  limit: z._default(
    z.pipe(
      z.string().check(z.regex(/^\d+$/, LIMIT_RULE)),
      z.pipe(
        z.transform((digits: string) => Number(digits)),
        z.int({ error: LIMIT_RULE }).check(z.gte(1, LIMIT_RULE), z.lte(MAX_PAGE_SIZE, LIMIT_RULE)),
      ),
    ),
    PAGE_SIZE,
  ),
  status: z.optional(Status),
  cursor: z.optional(CursorParam),
});
export type ListPetsQuery = z.infer<typeof ListPetsQuery>;
