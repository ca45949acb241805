import { expect, test } from "vitest";
import { expectedAfter } from "./client";
import type { Application, ApplicationChange } from "./schema";

const seen = { status: "new", handledBy: null, orderId: null, order: null, version: "1" } as Application;
const ROSA = { id: "7d5f", name: "Rosa" };
const SHIP_DATE = "2031-05-01T15:30:00.000Z";

test.each<[what: string, before: object, change: ApplicationChange, after: object]>([
  ["an open status", {}, { status: "talking" }, { status: "talking" }],
  ["a decision", {}, { status: "declined" }, { status: "declined" }],
  ["a decision that is taken back", { status: "declined" }, { status: "talking" }, { status: "talking" }],
  [
    "an approval with its day",
    {},
    { status: "approved", shipDate: SHIP_DATE },
    { status: "approved", order: { status: "open", shipDate: SHIP_DATE } },
  ],
  ["no approval that is taken back", { status: "approved" }, { status: "new" }, { status: "approved" }],
  ["a handler", {}, { handledBy: ROSA.id }, { handledBy: ROSA }],
  ["no handler", { handledBy: ROSA }, { handledBy: null }, {}],
  ["no handler without a name", {}, { handledBy: "8e60" }, {}],
])("%s is shown before the answer", (_what, before, change, after) => {
  const handler = change.handledBy === ROSA.id ? ROSA : undefined;
  expect(expectedAfter({ ...seen, ...before }, change, handler)).toEqual({ ...seen, ...after });
});
