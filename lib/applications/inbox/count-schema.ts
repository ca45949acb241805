import * as z from "zod/mini";
import { int64sParam } from "../../http/parameters";
import type { BoundedCount } from "../../values/counts";
import { Int64 } from "../../values/int64";
import { wholeNumber } from "../../values/whole-number";
import { MAX_PAGE_SIZE } from "../schema";

/** The number at which the count of an animal stops. */
export const MAX_COUNTED = 100;

/** The query parameters for counting open applications, parsed from a URL. */
export const CountApplicationsQuery = z.object({ petIds: int64sParam(MAX_PAGE_SIZE) });

/** How many open applications an animal has. `more` says that there are others. */
const ApplicationCount = z.object({ petId: Int64, count: wholeNumber(1, MAX_COUNTED), more: z.boolean() });
export type ApplicationCount = z.infer<typeof ApplicationCount>;

/** The body of the operation. Animals without open applications are left out. */
export const ApplicationCounts = z.array(ApplicationCount).register(z.globalRegistry, { maxItems: MAX_PAGE_SIZE });

/** Returns the counts by animal. */
export const toCountMap = (counts: readonly ApplicationCount[]) =>
  new Map<bigint, BoundedCount>(counts.map(({ petId, count, more }) => [petId, { count, more }]));
