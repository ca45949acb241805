import { expect, test } from "vitest";
import { expectedAfter } from "./client";
import type { Application } from "./schema";

const seen: Application = {
  id: "0b7a1a52-9c3e-4f0e-8d53-6a3f8a1c2b4d",
  petId: 1n,
  petName: "Luna",
  status: "new",
  folder: "inbox",
  name: "Ada",
  isQuestion: false,
  handledBy: null,
  orderId: null,
  order: null,
  toTell: false,
  createdAt: "2030-01-01T00:00:00.000Z",
  changedAt: "2030-01-01T00:00:00.000Z",
  version: "1",
  email: "ada@home.example",
  telephone: null,
  home: null,
  otherPets: null,
  message: "We have a garden.",
  note: null,
  reply: null,
  suspicions: [],
  enteredBy: null,
  history: [],
};

test("an open status and a known handler are shown before the answer, the version is not", () => {
  const rosa = { id: "7d5f", name: "Rosa" };
  expect(expectedAfter(seen, { status: "talking" })).toEqual({ ...seen, status: "talking" });
  expect(expectedAfter(seen, { handledBy: rosa.id }, rosa)).toEqual({ ...seen, handledBy: rosa });
  expect(expectedAfter({ ...seen, handledBy: rosa }, { handledBy: null })).toEqual(seen);
});

test("a decision is shown before the answer, an approval with its day", () => {
  for (const status of ["declined", "withdrawn"] as const) {
    expect(expectedAfter(seen, { status })).toEqual({ ...seen, status });
  }
  expect(expectedAfter({ ...seen, status: "declined" }, { status: "talking" })).toEqual({ ...seen, status: "talking" });
  const shipDate = "2031-05-01T15:30:00.000Z";
  const order = { status: "open", shipDate };
  expect(expectedAfter(seen, { status: "approved", shipDate })).toEqual({ ...seen, status: "approved", order });
});

test("taking back an approval, and a handler without a name, follow the answer", () => {
  expect(expectedAfter({ ...seen, status: "approved" }, { status: "new" }).status).toBe("approved");
  expect(expectedAfter(seen, { handledBy: "7d5f" })).toEqual(seen);
});
