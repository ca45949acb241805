import { expect, test } from "vitest";
import { groupSessions, type ShownSession } from "./session-groups";

const session = (id: string, more: Partial<ShownSession> = {}): ShownSession => ({
  id,
  isThis: false,
  device: "Chrome on Linux",
  address: "192.0.2.1",
  since: "2026-11-01T12:00:00Z",
  lastUsedAt: "2026-11-01T12:00:00Z",
  ...more,
});

test("this session comes first and is in no group, and others that look alike are one entry", () => {
  const groups = groupSessions([
    session("latest"),
    session("phone", { device: "Safari on iPhone" }),
    session("this", { isThis: true }),
    session("older"),
    session("elsewhere", { address: "192.0.2.2" }),
    session("oldest"),
  ]);
  expect(groups.map(({ latest, ids }) => [latest.id, ids])).toEqual([
    ["this", ["this"]],
    ["latest", ["latest", "older", "oldest"]],
    ["phone", ["phone"]],
    ["elsewhere", ["elsewhere"]],
  ]);
});
