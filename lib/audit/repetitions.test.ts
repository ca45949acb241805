import { expect, test } from "vitest";
import { type AnyChange, withoutRepetitions } from "./lines";
import type { ChangeSubject, ListedChange } from "./schema";

const START = Date.UTC(2026, 0, 1, 12);
const ADA = { id: "a", name: "Ada" };
let ids = 0n;

/** Makes a change some seconds before the newest one. */
function change(about: ChangeSubject, seconds: number, action: string, more: Partial<ListedChange> = {}): AnyChange {
  const at = new Date(START - seconds * 1_000).toISOString();
  const actor = { kind: "person", name: "Robin" } as const;
  const entry = { id: ids++, at, actor, action, petId: 1n, petName: "Rex", application: null, orderId: null };
  return { about, entry: { ...entry, byHandler: false, changes: {}, ...more } };
}

const moved = (from: string, to: string) => ({ status: { from, to } });
const said = (changes: AnyChange[]) => changes.map(({ about, entry }) => `${about} ${entry.action}`);

test("a step of an adoption is listed once, with its applicant and the values that only the animal has", () => {
  const reason = { from: null, to: "Too lively" };
  const listed = withoutRepetitions([
    change("orders", 0, "undone", { orderId: 5n }),
    change("pets", 0, "order.undone", { changes: { ...moved("available", "sold"), returnReason: reason } }),
    change("applications", 30, "changed", { application: ADA, changes: { order: { from: "open", to: "completed" } } }),
    change("orders", 30, "completed", { orderId: 5n }),
    change("pets", 31, "order.completed", { changes: moved("pending", "sold") }),
  ]);
  expect(said(listed)).toEqual(["orders undone", "orders completed"]);
  expect(listed[0]?.entry).toMatchObject({ changes: { returnReason: reason }, application: null });
  expect(listed[1]?.entry).toMatchObject({ changes: {}, application: ADA, orderId: 5n });
});

test("an approval says that an adoption begins; without one, the adoption says it", () => {
  const approved = change("applications", 1, "changed", { application: ADA, changes: moved("visit", "approved") });
  const placed = [change("orders", 1, "placed"), change("pets", 1, "order.placed")];
  expect(said(withoutRepetitions([approved, ...placed]))).toEqual(["applications changed"]);
  expect(said(withoutRepetitions(placed))).toEqual(["orders placed"]);
});

test("a recorded adopter says that an adoption begins, in each list that has it", () => {
  const changes = { adopter: { from: null, to: "Ada" } };
  for (const about of ["applications", "adopters"] as const) {
    const listed = withoutRepetitions([
      change("orders", 1, "completed"),
      change(about, 1, "changed", { application: ADA, changes }),
      change("orders", 1, "placed"),
    ]);
    expect(said(listed)).toEqual(["orders completed", `${about} changed`]);
  }
});

test("changes of other animals, at other times and of other kinds stay", () => {
  const changes = [
    change("orders", 0, "completed"),
    change("applications", 60, "changed", { application: ADA, changes: moved("visit", "approved") }),
    change("orders", 75, "placed"),
    change("applications", 75, "changed", { petId: 2n, application: ADA, changes: moved("visit", "approved") }),
    change("pets", 75, "changed", { changes: moved("available", "pending") }),
  ];
  expect(withoutRepetitions(changes)).toHaveLength(changes.length);
});
