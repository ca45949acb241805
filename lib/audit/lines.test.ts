import { expect, test } from "vitest";
import { parseJson } from "../http/json";
import { areAlike, partsOf, toLines } from "./lines";
import { animalsOf, type ChangeSet, type ListedChange, RecordedChanges } from "./schema";

const START = Date.UTC(2026, 0, 1, 12);
const ADA = { id: "a", name: "Ada" };
let ids = 0;

function one(
  subject: ListedChange["subject"],
  action: ListedChange["action"],
  more: Partial<ListedChange> = {},
): ListedChange {
  return { subject, action, petId: 1n, petName: "Rex", application: null, byHandler: false, changes: {}, ...more };
}

/** Makes a set some hours before the newest one. */
function set(hours: number, changes: ListedChange[], more: Partial<ChangeSet> = {}): ChangeSet {
  const at = new Date(START - hours * 3_600_000).toISOString();
  const actor = { kind: "person", name: "Robin" } as const;
  return { id: String(ids++), at, actor, changes, count: changes.length, ...more };
}
const added = (hours: number, petId: bigint, more: Partial<ChangeSet> = {}) =>
  set(hours, [one("pet", "created", { petId })], { id: `pet-${petId}`, ...more });
const changed = (hours: number, action: ListedChange["action"], petId = 1n, more: Partial<ChangeSet> = {}) =>
  set(hours, [one("pet", action, { petId })], more);

const said = (sets: ChangeSet[]) =>
  toLines(sets).map((line) => `${line.changes[0]?.action} ${animalsOf(line).map(({ petId }) => petId)}`);

test("animals that somebody added one after the other on a day are one line", () => {
  const other = { actor: { kind: "key", name: "Robin" } } as const;
  const lines = [
    added(0, 6n),
    added(1, 5n),
    added(24, 4n),
    added(25, 3n, other),
    changed(25, "changed", 9n, other),
    added(25, 2n, other),
  ];
  expect(said(lines)).toEqual(["created 6,5", "created 4", "created 3", "changed 9", "created 2"]);
});

test("the facts and photos that an animal got from who added it on that day belong to its addition", () => {
  const other = { actor: { kind: "person", name: "Ada" } } as const;
  const lines = [
    changed(0, "photo.added"),
    changed(1, "changed"),
    changed(2, "photo.added"),
    changed(2, "profile.changed", 2n),
    changed(3, "profile.changed", 3n, other),
    changed(3, "profile.changed"),
    added(4, 3n),
    added(4, 1n),
  ];
  expect(said(lines)).toEqual(["changed 1", "profile.changed 2", "profile.changed 3", "created 3,1"]);
});

const parts = (...changes: ListedChange[]) => partsOf(set(0, changes));
const moved = (from: string, to: string) => ({ status: { from, to } });

test("a step of an adoption has its applicant, what only the animal says, and the applications that it has changed", () => {
  const reason = { from: null, to: "Too lively" };
  const declined = one("application", "changed", { changes: moved("new", "declined") });
  const step = one("order", "order.returned", { application: ADA, changes: moved("completed", "returned") });
  const pet = one("pet", "order.returned", { changes: { ...moved("sold", "available"), returnReason: reason } });
  expect(parts(step, pet, declined)).toEqual({
    order: { step, details: { returnReason: reason }, application: ADA },
    pets: [],
    others: [declined],
  });
  const freed = one("application", "changed", {
    application: ADA,
    changes: { ...moved("approved", "talking"), order: { from: "open", to: "cancelled" } },
  });
  const cancelled = one("order", "order.cancelled", { changes: moved("open", "cancelled") });
  expect(parts(cancelled, freed)).toMatchObject({ order: { application: ADA }, others: [freed] });
});

test("an approval or a recorded adopter says that an adoption begins; without one, the adoption says it", () => {
  const placed = [one("order", "order.placed"), one("pet", "order.placed")];
  const approved = one("application", "changed", { application: ADA, changes: moved("visit", "approved") });
  const recorded = one("application", "changed", { application: ADA, changes: { adopter: { from: null, to: "Ada" } } });
  for (const application of [approved, recorded])
    expect(parts(...placed, application)).toEqual({ application, pets: [], others: [] });
  expect(parts(...placed)).toMatchObject({ order: { step: placed[0] }, pets: [], others: [] });
});

test("a change by hand has its animals and the applications that it has declined, and a decision its application", () => {
  const pets = [1n, 2n].map((petId) => one("pet", "changed", { petId, changes: moved("available", "sold") }));
  const declined = one("application", "changed", { changes: moved("new", "declined") });
  const steps = [1n, 2n].map((petId) =>
    one("order", "order.completed", { petId, changes: moved("open", "completed") }),
  );
  expect(parts(...pets, ...steps, declined)).toEqual({ pets, others: [declined] });
  expect(parts(declined)).toEqual({ application: declined, pets: [], others: [] });
});

test("changes are alike when they set the same values, also lists of photos", () => {
  const photos = (id: string) => ({
    changes: RecordedChanges.parse(parseJson(`{"photos": {"from": [], "to": [{"id": "${id}", "alt": null}]}}`)),
  });
  const add = (id: string) => one("pet", "photo.added", photos(id));
  expect(areAlike([add("a"), add("a")])).toBe(true);
  expect(areAlike([add("a"), add("b")])).toBe(false);
});
