import { beforeEach, expect, test } from "vitest";
import type * as z from "zod/mini";
import { setClock } from "../process/clock";
import {
  NewOrder,
  OrderCompletion,
  OrderParams,
  OrderReturn,
  OrderSchedule,
  ShipDate,
  StepTime,
  spanOf,
} from "./schema";

const NOON = "2026-11-21T12:00:00.000Z";
beforeEach(() => setClock(() => Date.parse(NOON)));

test("a time is a moment, and a day alone is that day in any time zone", () => {
  expect(spanOf(new Date(NOON))).toEqual({ from: Date.parse(NOON), to: Date.parse(NOON) });
  expect(spanOf(new Date("2026-11-21T12:00:00.001Z"))).toEqual({
    from: Date.parse("2026-11-20T10:00:00Z"),
    to: Date.parse("2026-11-22T12:00:00Z"),
  });
});

const SHIP_DATE = "must be a date and time in the years 2000 to 2999, such as 2030-01-31T15:00:00Z, or null";
const STEP_TIME =
  "must be a date and time in the years 2000 to 2999 that is not in the future, such as 2026-01-31T15:00:00Z";

test.each<[name: string, schema: z.ZodMiniType, value: unknown, mistake?: string]>([
  ["hand-over", ShipDate, null],
  ["hand-over", ShipDate, "2000-01-01T00:00:00Z"],
  ["hand-over", ShipDate, "2999-12-31T23:59:59.999+00:00"],
  ["hand-over", ShipDate, "1999-12-31T23:59:59Z", SHIP_DATE],
  ["hand-over", ShipDate, "3000-01-01T00:00:00Z", SHIP_DATE],
  ["hand-over", ShipDate, "2030-01-31", SHIP_DATE],
  ["hand-over", ShipDate, `2030-01-31T15:00:00.${"0".repeat(19)}Z`],
  ["hand-over", ShipDate, `2030-01-31T15:00:00.${"0".repeat(20)}Z`, SHIP_DATE],
  ["step", StepTime, NOON],
  ["step", StepTime, "2026-11-21T12:00:00.002Z", STEP_TIME],
  ["step", StepTime, "2026-11-21T12:00:00.001Z"],
  // The 22nd has begun somewhere, the 23rd has not.
  ["step", StepTime, "2026-11-22T12:00:00.001Z"],
  ["step", StepTime, "2026-11-23T12:00:00.001Z", STEP_TIME],
  ["step", StepTime, "1999-12-31T12:00:00Z", STEP_TIME],
  ["step", StepTime, `2026-01-31T15:00:00.${"0".repeat(20)}Z`, STEP_TIME],
  ["step", StepTime, null, STEP_TIME],
  ["order", NewOrder, { petId: 7n }],
  ["order", NewOrder, { petId: 7n, shipDate: null }],
  ["order", NewOrder, {}, "is required"],
  ["change", OrderSchedule, { shipDate: NOON }],
  ["completion", OrderCompletion, {}],
  ["return", OrderReturn, { tookPlaceAt: NOON, reason: "Too\nlively" }],
  ["return", OrderReturn, { reason: "x".repeat(2_000) }],
  ["return", OrderReturn, { reason: "x".repeat(2_001) }, "must be 1 to 2000 characters long, not only invisible ones"],
  ["path", OrderParams, { orderId: "x" }, "There is no order with this id"],
])("the %s %#: %o, %o", (_name, schema, value, mistake) => {
  expect(schema.safeParse(value).error?.issues[0]?.message).toBe(mistake);
});

test.each([NewOrder, OrderSchedule, OrderCompletion, OrderReturn])("unknown fields are refused (%#)", (schema) => {
  const values = { petId: 7n, shipDate: null, status: "completed", x: 1 };
  const known = Object.fromEntries(Object.entries(values).filter(([name]) => name in schema.shape || name === "x"));
  expect(schema.safeParse(known).error?.issues[0]).toMatchObject({ code: "unrecognized_keys", keys: ["x"] });
});
