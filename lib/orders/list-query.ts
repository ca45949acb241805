import * as z from "zod/mini";
import { cursorFitsSort, cursorParam, limitParam } from "../http/paging";
import { choiceParam, choicesParam, Int64Param, textParam } from "../http/parameters";
import { keysOf } from "../values/keys-of";
import { MAX_SEARCH_LENGTH } from "../values/search-length";
import { MAX_PAGE_SIZE, OrderStatus } from "./schema";

/**
 * How the list can be sorted: by id, by the hand-over (those without a date last), and by when they got their status.
 */
export const SORT_ORDERS = { newest: "newest", shipDate: "earliest", changed: "latest" } as const;

/** The query parameters of the list, parsed from a URL. */
export const ListOrdersQuery = z
  .object({
    limit: limitParam({ size: 20, max: MAX_PAGE_SIZE }),
    petId: z.optional(Int64Param),
    status: z.optional(OrderStatus),
    /** A part of the animal's name, or of the adopter's for callers who may read applications. */
    q: z.optional(textParam(MAX_SEARCH_LENGTH)),
    include: z.optional(choicesParam(["dates"])),
    sort: z.optional(choiceParam(keysOf(SORT_ORDERS))),
    cursor: z.optional(cursorParam(Object.values(SORT_ORDERS))),
  })
  .check(cursorFitsSort(SORT_ORDERS));
export type ListOrdersQuery = z.infer<typeof ListOrdersQuery>;
