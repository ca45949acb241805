import { expect, test } from "vitest";
import { looksLikeSame } from "./same-animal";

const PEANUT = { name: "Peanut", categoryId: 8n, status: "available" } as const;
const facts = { sex: "female", breed: "Peruvian", bornOn: "2024-05-17" };

test.each([
  ["however the name is written", { name: "péanut" }, true],
  ["another kind", { categoryId: 7n }, false],
  ["one that was adopted", { status: "sold" }, false],
  ["one that somebody has asked for", { status: "pending" }, true],
  ["facts that nobody knows", { profile: { sex: null, breed: "", bornOn: undefined } }, true],
  ["another sex", { profile: { sex: "male" } }, false],
  ["another breed", { profile: { breed: "Smooth-haired" } }, false],
  ["a breed that says more", { profile: { breed: "peruvian mix" } }, true],
  ["another day of birth", { profile: { bornOn: "2024-05-18" } }, false],
  ["an estimate that is a year off", { profile: { bornOn: "2023" } }, true],
  ["an estimate that is two years off", { profile: { bornOn: "2022" } }, false],
] as const)("a new animal beside %s", (_, known, isSame) => {
  expect(looksLikeSame({ ...PEANUT, profile: facts }, { ...PEANUT, ...known })).toBe(isSame);
});
