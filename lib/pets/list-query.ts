import * as z from "zod/mini";
import { CursorParam, limitParam } from "../http/paging";
import { MAX_PAGE_SIZE, PAGE_SIZE } from "./page-size";
import { Status } from "./schema";

/** The query of the list operation, from the strings of a URL. */
export const ListPetsQuery = z.object({
  limit: limitParam({ size: PAGE_SIZE, max: MAX_PAGE_SIZE }),
  status: z.optional(Status),
  cursor: z.optional(CursorParam),
});
export type ListPetsQuery = z.infer<typeof ListPetsQuery>;
