import * as z from "zod/mini";
import { ADOPTION_STATUSES, APPLICATION_STATUSES } from "../applications/status";
import { ORDER_STATUSES } from "../orders/status";
import { DateTime, Int64, wholeNumber } from "../values/schemas";
import { DAY_MS } from "../values/time";

export const MAX_COUNT = 1_000;
/** How many of the newest available animals are checked for a missing photo or story. */
export const MAX_LOOKED_AT = 2_000;
export const LONGEST = 3;
const WEEKS = 12;

export const Count = z.object({ count: wholeNumber(0, MAX_COUNT), more: z.boolean() });
export type Count = z.infer<typeof Count>;

export const WaitingPet = z.object({ id: Int64, name: z.string(), categoryId: Int64, arrivedAt: DateTime });
export type WaitingPet = z.infer<typeof WaitingPet>;

export const Week = z.object({
  from: z.string().register(z.globalRegistry, { format: "date" }),
  arrivals: Count,
  adoptions: Count,
});

export const AnimalCounts = z.object({
  available: Count,
  pending: Count,
  adoptedThisMonth: Count,
  adoptedLastMonth: Count,
});

export const ApplicationsByState = z.object({
  inbox: z.record(z.enum(APPLICATION_STATUSES), Count),
  suspicious: Count,
  toTell: Count,
  approved: z.record(z.enum(ADOPTION_STATUSES), Count),
});

export const LackingCounts = z.object({ photo: Count, story: Count });

export const Overview = z.object({
  animals: AnimalCounts,
  applications: ApplicationsByState,
  orders: z.record(z.enum(ORDER_STATUSES), Count),
  waitingLongest: z.array(WaitingPet).register(z.globalRegistry, { maxItems: LONGEST }),
  lacking: LackingCounts,
  weeks: z.array(Week).register(z.globalRegistry, { maxItems: WEEKS }),
});
export type Overview = z.infer<typeof Overview>;

/** The first moment of the month, or of one that is so many months later. */
export const monthStart = (at: Date, later = 0) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1));

/** Returns the Mondays of the last weeks in UTC, oldest first. The last one begins the week of the given time. */
export function weekStarts(at: Date): Date[] {
  const midnight = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate());
  const monday = midnight - ((at.getUTCDay() + 6) % 7) * DAY_MS;
  return Array.from({ length: WEEKS }, (_, index) => new Date(monday - (WEEKS - 1 - index) * 7 * DAY_MS));
}
