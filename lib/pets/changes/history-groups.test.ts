import { describe, expect, test } from "vitest";
import { groupHistory, groupWords } from "./history-groups";
import type { HistoryEntry } from "./history-schema";

let last = 0n;
/** An entry that was written this many seconds after the first. */
const entry = (
  second: number,
  action: string,
  changes: string | HistoryEntry["changes"],
  name = "Ada",
): HistoryEntry => ({
  id: ++last,
  at: new Date(second * 1_000).toISOString(),
  actor: { kind: "person", name },
  action,
  changes:
    typeof changes === "string"
      ? Object.fromEntries(changes.split(" ").map((field) => [field, { from: `old ${field}`, to: field }]))
      : changes,
});
/** What the groups of these entries say. The entries are given oldest first, as they are written. */
const said = (...entries: HistoryEntry[]) => groupHistory(entries.toReversed()).map(groupWords);

describe("the groups of a history", () => {
  test("show a save that wrote two entries as one, which keeps its parts newest first", () => {
    const [facts, profile] = [entry(0, "changed", "name"), entry(1, "profile.changed", "story sex")];
    const [group, ...others] = groupHistory([profile, facts]);
    expect(others).toEqual([]);
    expect(group).toMatchObject({ id: profile.id, parts: [profile, facts] });
    expect(group && groupWords(group)).toBe("changed name, story and sex");
    expect(group?.changes).toEqual({ ...facts.changes, ...profile.changes });
  });

  test("keep apart what others did, what was done later, and what changed a field twice", () => {
    expect(said(entry(0, "changed", "name"), entry(1, "profile.changed", "story", "Ben"))).toHaveLength(2);
    expect(said(entry(0, "changed", "name"), entry(11, "profile.changed", "story"))).toHaveLength(2);
    expect(said(entry(0, "changed", "name"), entry(1, "changed", "name"))).toHaveLength(2);
    expect(said(entry(0, "profile.changed", "story"), entry(1, "changed", "status"))).toHaveLength(2);
    expect(said(entry(0, "undone", "name"), entry(1, "undone", "name"))).toHaveLength(2);
    expect(said(entry(0, "created", {}), entry(1, "changed", "name"))).toEqual(["changed name", "added this animal"]);
  });
});
