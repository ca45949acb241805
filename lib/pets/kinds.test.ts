import { expect, test } from "vitest";
import { CATEGORIES, drawingOf } from "./kinds";

test("among 210 successive animals of a kind, no two have the same coat, background and pose", () => {
  for (const { slug } of CATEGORIES) {
    const looks = Array.from({ length: 210 }, (_, index) => drawingOf(1_000n + BigInt(index), slug));
    expect(new Set(looks.map(({ coat, patch, tint, pose }) => [coat, patch, tint, pose].join())).size).toBe(210);
  }
});

test("birds and tortoises have no fur, and unknown kinds do", () => {
  const coats = ["dog", "cat", "paw", "bird", "tortoise"].map((kind) => drawingOf(12n, kind).coat);
  expect(new Set(coats).size).toBe(3);
});
