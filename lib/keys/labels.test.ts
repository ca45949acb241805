import { expect, test } from "vitest";
import { keysHeadline } from "./labels";

test("keysHeadline counts keys and those that can be used, and says when the list is cut", () => {
  const [active, revoked] = [{ state: "active" }, { state: "revoked" }] as const;
  expect(keysHeadline([active])).toBe("1 key");
  expect(keysHeadline([active, { state: "suspended" }])).toBe("2 keys");
  expect(keysHeadline([active, revoked])).toBe("2 keys, of which 1 can be used");
  expect(keysHeadline(Array(1_000).fill(active))).toBe("The newest 1,000 keys");
});
