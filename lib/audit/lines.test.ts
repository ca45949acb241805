import { expect, test } from "vitest";
import { type AnyChange, toLines, withoutRepetitions } from "./lines";
import type { ChangeSubject, ListedChange } from "./schema";

const START = Date.UTC(2026, 0, 1, 12);
const ADA = { id: "a", name: "Ada" };
let ids = 0n;

/** Makes a change of an animal some seconds before the newest one. */
function change(about: ChangeSubject, seconds: number, action: string, more: Partial<ListedChange> = {}): AnyChange {
  const at = new Date(START - seconds * 1_000).toISOString();
  const actor = { kind: "person", name: "Robin" } as const;
  const entry = { id: ids++, at, actor, action, petId: 1n, petName: "Rex", application: null, orderId: null };
  return { about, entry: { ...entry, byHandler: false, changes: {}, ...more } };
}

const lengths = (changes: AnyChange[]) => toLines(changes).map(({ length }) => length);
const moved = (from: string, to: string) => ({ status: { from, to } });

test("the first facts and photos of an animal belong to its addition, later ones and those of others do not", () => {
  const other = { actor: { kind: "person", name: "Ada" } } as const;
  const shown = toLines([
    change("pets", 0, "profile.changed"),
    change("pets", 40, "changed"),
    change("pets", 50, "photo.added"),
    change("pets", 51, "photo.added", other),
    change("pets", 52, "profile.changed", { petId: 2n }),
    change("pets", 99, "profile.changed"),
    change("additions", 100, "created"),
  ]);
  expect(shown.map(([{ entry }]) => entry.action)).toEqual([
    "profile.changed",
    "changed",
    "photo.added",
    "profile.changed",
    "created",
  ]);
});

test("animals that somebody added one after the other, or that got the same change at once, are one line", () => {
  const to = (action: string, seconds: number, petId: bigint, from: string, status: string) =>
    change("pets", seconds, action, { petId, changes: moved(from, status) });
  expect(
    lengths([
      to("undone", 0, 1n, "pending", "available"),
      to("undone", 1, 2n, "pending", "available"),
      to("changed", 5, 1n, "available", "pending"),
      to("changed", 5, 2n, "available", "pending"),
      to("changed", 5, 3n, "sold", "pending"),
      ...[10, 19, 28].map((seconds) => change("additions", seconds, "created")),
      change("additions", 40, "created"),
    ]),
  ).toEqual([2, 2, 1, 3, 1]);
});

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
