import * as z from "zod/mini";
import { cursorFitsSort, cursorParam, Limit, PAGE_SIZE, PAGED } from "../../http/paging";
import { choiceParam, choicesParam, FlagParam, Int64Param, Int64sParam, SearchParam } from "../../http/parameters";
import { KEY_SORTS, SORTS } from "../../values/cursor";
import { keysOf, recordOf } from "../../values/objects";
import { VISIBILITIES } from "../care/visibility";
import { AGE_GROUPS, COMPANIONS, choicesOf, FACTS, FILTERING, type Filtering } from "../facts";
import { type FILTERED_VALUES, Money } from "../profile/schema";
import { Status } from "../schema";
import { MISSING_PARTS } from "./schema";

const INCLUDES = ["profile", "version", "arrivedAt", "care"] as const;

const FIRST_DAY = "2000-01-01";
const SINCE_RULE = `must be a date from ${FIRST_DAY} on, such as 2026-01-31`;
const Since = z.iso
  .date({ error: SINCE_RULE })
  .check(z.refine((date) => date >= FIRST_DAY, SINCE_RULE))
  .register(z.globalRegistry, { pattern: "^[2-9]" });

function factParam(key: Filtering): z.ZodMiniType {
  const { type } = FACTS[key];
  if (type === "pet") return Int64Param;
  return type === "flag" ? FlagParam : choiceParam(keysOf(choicesOf(key)));
}

const SEARCHED = {
  ...(recordOf(FILTERING, (key) => z.optional(factParam(key))) as object as typeof FILTERED_VALUES), // as they are answered
  ageGroup: z.optional(choiceParam(AGE_GROUPS)),
  goodWith: z.optional(choicesParam(COMPANIONS)),
  maxAdoptionFee: z.optional(Money),
  q: z.optional(SearchParam),
};

const FOUND = {
  text: z.optional(SearchParam),
  lacks: z.optional(choiceParam(MISSING_PARTS)),
  adoptedSince: z.optional(Since),
};

const LISTED = {
  limit: PAGED.limit,
  status: z.optional(Status),
  cursor: z.optional(cursorParam(SORTS)),
  categoryId: z.optional(Int64Param),
  sort: z.optional(choiceParam(SORTS)),
  visibility: z.optional(choiceParam(VISIBILITIES)),
};

export const CountPetsQuery = z.object({
  ...{ ...SEARCHED, ...FOUND },
  categoryId: LISTED.categoryId,
  visibility: LISTED.visibility,
});
export type CountPetsQuery = z.infer<typeof CountPetsQuery>;

export const SearchPetsQuery = z.object({ ...LISTED, ...SEARCHED }).check(cursorFitsSort);
export type SearchPetsQuery = z.infer<typeof SearchPetsQuery>;

const PET_SORTS = [...SORTS, ...KEY_SORTS] as const;

export const ListPetsQuery = z
  .object({
    ...LISTED,
    /** PAGE_SIZE when absent, or as many as there are ids. */
    limit: z.optional(Limit).register(z.globalRegistry, { default: PAGE_SIZE }),
    cursor: z.optional(cursorParam(PET_SORTS)),
    sort: z.optional(choiceParam(PET_SORTS)),
    ids: z.optional(Int64sParam),
    include: z.optional(choicesParam(INCLUDES)),
    ...SEARCHED,
    ...FOUND,
  })
  .check(cursorFitsSort);
export type ListPetsQuery = z.infer<typeof ListPetsQuery>;
