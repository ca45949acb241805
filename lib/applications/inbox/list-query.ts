import * as z from "zod/mini";
import { cursorFitsSort, cursorParam, limitParam } from "../../http/paging";
import { choiceParam, Int64Param, int64sParam, textParam } from "../../http/parameters";
import { SORTS } from "../../values/cursor";
import { MAX_SEARCH_LENGTH } from "../../values/search-length";
import { ApplicationStatus, Folder, MAX_PAGE_SIZE, uuid } from "../schema";
import { ADOPTION_STATUSES } from "../status";

/** The query parameters of the list, parsed from a URL. */
export const ListApplicationsQuery = z
  .object({
    limit: limitParam({ size: 20, max: MAX_PAGE_SIZE }),
    status: z.optional(ApplicationStatus),
    petId: z.optional(Int64Param),
    handledBy: z.optional(uuid("must be the id of a person")),
    /** The ids of orders; the list has the applications whose approval placed them. */
    orderIds: z.optional(int64sParam(MAX_PAGE_SIZE)),
    /** The status of the order that an approval placed. */
    orderStatus: z.optional(choiceParam(ADOPTION_STATUSES)),
    /** Only those with something left to do: to decide, or to hand over the animal. */
    ongoing: z.optional(choiceParam(["true"])),
    /** Only those whose applicants have to be told that somebody else has adopted the animal. */
    toTell: z.optional(choiceParam(["true"])),
    /** Suspicious applications are only in their own folder. */
    folder: z._default(Folder, "inbox"),
    /** A part of the applicant's name or e-mail address, or of the animal's name. */
    q: z.optional(textParam(MAX_SEARCH_LENGTH)),
    sort: z.optional(choiceParam(SORTS)),
    cursor: z.optional(cursorParam(SORTS)),
  })
  .check(cursorFitsSort());
export type ListApplicationsQuery = z.infer<typeof ListApplicationsQuery>;
