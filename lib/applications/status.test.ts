import { expect, test } from "vitest";
import { canBecome, NEXT_PET_STATUSES, STEPS } from "../adoptions/transitions";
import type { OrderStatus } from "../orders/status";
import { isPetStatus } from "../pets/status";
import {
  APPLICATION_STATUSES,
  type ApplicationStatus,
  isApplicationStatus,
  isClosed,
  isOngoing,
  isOpen,
  statusBeforeClosing,
} from "./status";

const OPEN: readonly ApplicationStatus[] = ["new", "talking", "visit"];

/** A question has one more: it may be answered. */
const BECOMES: Readonly<Record<ApplicationStatus, readonly ApplicationStatus[]>> = {
  new: ["talking", "visit", "approved", "declined", "withdrawn"],
  talking: ["new", "visit", "approved", "declined", "withdrawn"],
  visit: ["new", "talking", "approved", "declined", "withdrawn"],
  approved: ["new", "talking", "visit", "declined", "withdrawn"],
  answered: OPEN,
  declined: OPEN,
  withdrawn: [],
};

test.each(APPLICATION_STATUSES)("what an application that is %s can become", (status) => {
  const allowed = (isQuestion: boolean) => APPLICATION_STATUSES.filter((to) => canBecome({ status, isQuestion }, to));
  const sorted = (all: readonly ApplicationStatus[]) => APPLICATION_STATUSES.filter((one) => all.includes(one));
  expect(allowed(false)).toEqual(sorted([...BECOMES[status], status]));
  expect(allowed(true)).toEqual(
    sorted([...BECOMES[status], status, ...(OPEN.includes(status) ? ["answered" as const] : [])]),
  );
  expect(isOpen(status)).toBe(OPEN.includes(status));
  expect(isClosed(status)).toBe(!OPEN.includes(status) && status !== "approved");
  expect(isApplicationStatus(status)).toBe(true);
});

test("an application is ongoing until the shelter has decided and the animal was handed over", () => {
  const order = (status: OrderStatus) => ({ status });
  expect(isOngoing({ status: "visit", order: null })).toBe(true);
  expect(isOngoing({ status: "approved", order: order("open") })).toBe(true);
  expect(isOngoing({ status: "approved", order: order("completed") })).toBe(false);
  expect(isOngoing({ status: "declined", order: null })).toBe(false);
  expect([isApplicationStatus("open"), isApplicationStatus(undefined)]).toEqual([false, false]);
});

test("reopening gives the status before it was closed, or “talking” if that is not known", () => {
  const changed = (from: string, to: string) => ({ changes: { status: { from, to } } });
  const history = [{ changes: {} }, changed("visit", "answered"), changed("new", "declined")];
  expect(statusBeforeClosing({ status: "answered", history })).toBe("visit");
  expect(statusBeforeClosing({ status: "declined", history })).toBe("new");
  expect(statusBeforeClosing({ status: "declined", history: [changed("approved", "declined")] })).toBe("talking");
  expect(statusBeforeClosing({ status: "declined", history: [] })).toBe("talking");
});

test("each step of an adoption leads to a status of the order and of the animal", () => {
  const steps = Object.entries(STEPS).map(([step, { from, to, pet }]) => [step, from, to, pet]);
  expect(steps).toEqual([
    ["place", null, "open", "pending"],
    ["complete", "open", "completed", "sold"],
    ["cancel", "open", "cancelled", "available"],
    ["return", "completed", "returned", "available"],
  ]);
});

test("an animal becomes anything by hand, but an adopted one only available", () => {
  const next = { available: ["pending", "sold"], pending: ["available", "sold"], sold: ["available"] };
  expect(NEXT_PET_STATUSES).toEqual(next);
  expect(["sold", "Sold", undefined].map(isPetStatus)).toEqual([true, false, false]);
});
