import * as z from "zod/mini";
import { HIDDEN_REASONS } from "../pets/care/schema";
import { now } from "../process/clock";
import { DateTime, Int64, int64Param, pageOf } from "../values/schemas";
import { textOf } from "../values/text";
import { DAY_MS, HOUR_MS } from "../values/time";
import { ORDER_STATUSES } from "./status";

/**
 * The time in UTC that stands for a day alone. Nobody can choose a millisecond, so it means the same day in every time
 * zone.
 */
export const DAY_ALONE = "T12:00:00.001Z";

export const isDayAlone = (iso: string) => iso.endsWith(DAY_ALONE);

/** Time zones are up to this many hours ahead of UTC, and behind it. */
const [MOST_AHEAD, MOST_BEHIND] = [14, 12];

/** Returns when a time begins and ends, in milliseconds: a day alone is that day in any time zone. */
export function spanOf(time: Date): { from: number; to: number } {
  const iso = time.toISOString();
  if (!isDayAlone(iso)) return { from: time.getTime(), to: time.getTime() };
  const midnight = Date.parse(iso.slice(0, -DAY_ALONE.length));
  return { from: midnight - MOST_AHEAD * HOUR_MS, to: midnight + DAY_MS + MOST_BEHIND * HOUR_MS };
}

export const OrderStatus = z.enum(ORDER_STATUSES, { error: `must be one of ${ORDER_STATUSES.join(", ")}` });

const [FIRST_YEAR, LAST_YEAR] = [2000, 2999];
const YEARS_PATTERN = "^2\\d{3}-";
const YEARS = `the years ${FIRST_YEAR} to ${LAST_YEAR}`;
const SHIP_DATE_RULE = `must be a date and time in ${YEARS}, such as 2030-01-31T15:00:00Z, or null`;
export const isWithinYears = (text: string) => {
  const year = new Date(text).getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR;
};

function timeThat(fits: (text: string) => boolean, rule: string) {
  return z.iso
    .datetime({ offset: true, error: rule })
    .check(z.maxLength(40, rule), z.refine(fits, rule))
    .register(z.globalRegistry, { pattern: YEARS_PATTERN });
}

/** When an animal is handed over, to the millisecond, or null. */
export const ShipDate = z.nullable(timeThat(isWithinYears, SHIP_DATE_RULE));

const STEP_TIME_RULE = `must be a date and time in ${YEARS} that is not in the future, such as 2026-01-31T15:00:00Z`;

/** When a step of an adoption took place: now or before, or a day alone that has begun somewhere. */
export const StepTime = timeThat((text) => isWithinYears(text) && spanOf(new Date(text)).from <= now(), STEP_TIME_RULE);

export const NewOrder = z.strictObject({ petId: Int64, shipDate: z.exactOptional(ShipDate) });
export type NewOrder = z.infer<typeof NewOrder>;

export const OrderSchedule = z.strictObject({ shipDate: ShipDate });
export type OrderSchedule = z.infer<typeof OrderSchedule>;

export const MAX_REASON_LENGTH = 2_000;

export const OrderCompletion = z.strictObject({ tookPlaceAt: z.exactOptional(StepTime) });
export type OrderCompletion = z.infer<typeof OrderCompletion>;

export const OrderReturn = z.extend(OrderCompletion, {
  reason: z.exactOptional(textOf(MAX_REASON_LENGTH, { lines: true })),
  hidden: z.exactOptional(z.enum(HIDDEN_REASONS, { error: `must be one of ${HIDDEN_REASONS.join(", ")}` })),
});
export type OrderReturn = z.infer<typeof OrderReturn>;

export const OrderDates = z.object({
  placedAt: z.nullable(DateTime),
  changedAt: z.nullable(DateTime),
  recordedAt: z.nullable(DateTime),
  changeSetId: z.nullable(Int64),
});

export const Order = z.object({
  id: Int64,
  petId: Int64,
  quantity: z.literal(1n).register(z.globalRegistry, { type: "integer" }),
  shipDate: z.nullable(DateTime),
  complete: z.boolean(),
  status: OrderStatus,
  returnReason: z.nullable(z.string().register(z.globalRegistry, { maxLength: MAX_REASON_LENGTH })),
  version: z.string(),
  dates: z.optional(OrderDates),
});
export type Order = z.infer<typeof Order>;

export const Orders = pageOf(Order);

export const NO_ORDER = "There is no order with this id";

export const OrderParams = z.object({ orderId: int64Param(NO_ORDER) });
