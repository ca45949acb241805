import { describe, expect, test } from "vitest";
import { currentAdopter, type HistoryEntry } from "./history-schema";

const ada = { id: "0b7a1a52-9c3e-4f0e-8d53-6a3f8a1c2b4d", name: "Ada" };
const status = { status: { from: "pending", to: "sold" } };
const entry = (action: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: 1n,
  at: "2026-11-26T12:00:00.000Z",
  actor: { kind: "service", name: null },
  action,
  changes: {},
  ...more,
});
const adopted = entry("order.completed", { changes: status, application: ada });

describe("currentAdopter", () => {
  test.each([
    ["the adopter of the last step", [adopted, entry("created")], ada],
    [
      "later changes of other fields do not matter",
      [entry("changed", { changes: { name: {} as never } }), adopted],
      ada,
    ],
    ["recorded after it was marked by hand", [entry("order.completed", { application: ada }), entry("changed")], ada],
    ["not the earlier adopter of one marked by hand", [entry("changed", { changes: status }), adopted], null],
    ["an adoption without an application", [entry("order.completed", { changes: status })], null],
    ["added as adopted", [entry("created")], null],
  ])("%s", (_title, entries, expected) => {
    expect(currentAdopter(entries)).toEqual(expected);
  });
});
