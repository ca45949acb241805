import { expect, test } from "vitest";
import { canBecome, isClosed, isOpen, statusBeforeClosing } from "./status";

const changed = (from: string, to: string) => ({ changes: { status: { from, to } } });

test("only an open question becomes answered, and it becomes open again", () => {
  for (const status of ["new", "talking", "visit"] as const) {
    expect(canBecome({ status, isQuestion: true }, "answered")).toBe(true);
    expect(canBecome({ status, isQuestion: false }, "answered")).toBe(false);
    expect(canBecome({ status: "answered", isQuestion: true }, status)).toBe(true);
  }
  for (const status of ["approved", "declined", "withdrawn"] as const) {
    expect(canBecome({ status, isQuestion: true }, "answered")).toBe(false);
    expect(canBecome({ status: "answered", isQuestion: true }, status)).toBe(false);
  }
});

test("an answered question is closed", () => {
  expect([isOpen("answered"), isClosed("answered")]).toEqual([false, true]);
  expect([isClosed("new"), isClosed("approved")]).toEqual([false, false]);
});

test("reopening gives the status before it was closed, or “talking” if that is not known", () => {
  const history = [changed("visit", "answered"), changed("new", "declined")];
  expect(statusBeforeClosing({ status: "answered", history })).toBe("visit");
  expect(statusBeforeClosing({ status: "declined", history })).toBe("new");
  expect(statusBeforeClosing({ status: "declined", history: [] })).toBe("talking");
});
