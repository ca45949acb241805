import { expect, test } from "vitest";
import { listedFees } from "./kind-notes";

test("lists show the fee of each kind, unless it is long", () => {
  const notes =
    "Adoption fee for dogs: £180\nFee for cats: It depends on their age\nAdoption fee for other animals: £15";
  const fees = listedFees(notes);
  expect([fees.dog, fees.cat, fees.rabbit]).toEqual(["£180", undefined, "£15"]);
  expect(listedFees("").dog).toBe("");
});
