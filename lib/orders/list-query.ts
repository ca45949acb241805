import * as z from "zod/mini";
import { CursorParam, limitParam } from "../http/paging";
import { choicesParam, Int64Param } from "../http/parameters";
import { MAX_PAGE_SIZE, OrderStatus } from "./schema";

/** The query of the list operation, from the strings of a URL. */
export const ListOrdersQuery = z.object({
  limit: limitParam({ size: 20, max: MAX_PAGE_SIZE }),
  petId: z.optional(Int64Param),
  status: z.optional(OrderStatus),
  include: z.optional(choicesParam(["dates"])),
  cursor: z.optional(CursorParam),
});
export type ListOrdersQuery = z.infer<typeof ListOrdersQuery>;
