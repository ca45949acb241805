import * as z from "zod/mini";
import { SORTS } from "../../cursor";
import { cursorParam, limitParam } from "../../http/paging";
import { choiceParam, choicesParam, Int64Param, int64sParam, textParam } from "../../http/parameters";
import { AGE_GROUPS, COMPANIONS, SEXES, SIZES } from "../profile/choices";
import { Status } from "../schema";
import { MAX_PAGE_SIZE, MAX_SEARCH_LENGTH, PAGE_SIZE } from "./sizes";

/** What rows of the list may have besides the animal. */
const INCLUDES = ["profile", "version"] as const;
/** Maximum number of ids that one request may name. */
const MAX_IDS = 100;

/** The query of the list operation, from the strings of a URL. */
export const ListPetsQuery = z
  .object({
    limit: limitParam({ size: PAGE_SIZE, max: MAX_PAGE_SIZE }),
    status: z.optional(Status),
    cursor: z.optional(cursorParam(SORTS)),
    ids: z.optional(int64sParam(MAX_IDS)),
    categoryId: z.optional(Int64Param),
    sort: z.optional(choiceParam(SORTS)),
    include: z.optional(choicesParam(INCLUDES)),
    sex: z.optional(choiceParam(SEXES)),
    ageGroup: z.optional(choiceParam(AGE_GROUPS)),
    size: z.optional(choiceParam(SIZES)),
    goodWith: z.optional(choicesParam(COMPANIONS)),
    q: z.optional(textParam(MAX_SEARCH_LENGTH)),
  })
  .check(
    z.refine(({ cursor, sort = "newest" }) => !cursor || (cursor.sort ?? "newest") === sort, {
      path: ["cursor"],
      error: "must be one that this service gave in a Link header for the same sort",
    }),
  );
export type ListPetsQuery = z.infer<typeof ListPetsQuery>;
