import { afterEach, expect, test } from "vitest";
import { setClock } from "../../../process/clock";
import { NO_PROFILE, type Profile } from "../../profile/schema";
import { type ComparedPet, comparisonRows } from "./comparison";

afterEach(() => setClock(null));

const dog = (more: Partial<ComparedPet>, profile: Partial<Profile> = {}): ComparedPet => ({
  id: 1n,
  name: "Olive",
  categoryId: 1n,
  status: "available",
  profile: { ...NO_PROFILE, ageGroup: null, photos: [], ...profile },
  ...more,
});

test("each known fact is a row, in a fixed order, with one value for each animal", () => {
  setClock(() => Date.parse("2026-11-22T12:00:00Z"));
  const olive = dog(
    { waitsSince: "2026-11-01T08:00:00Z" },
    { bornOn: "2025-09", ageGroup: "young", size: "large", goodWith: { children: true, dogs: false, cats: null } },
  );
  const horse = dog(
    { categoryId: 8n, status: "pending", waitsSince: "2026-11-22T08:00:00Z" },
    { breed: "Welsh Cob", sex: "male", goodWith: { children: null, dogs: true, cats: null } },
  );
  // The first animal has no breed and no sex, and the cats of neither are known.
  expect(comparisonRows([olive, horse], { dog: "£180", horse: "" })).toEqual([
    { name: "Status", facts: ["Available", "Pending"] },
    { name: "Kind", facts: ["Dog", "Horse"] },
    { name: "Breed", facts: [null, "Welsh Cob"] },
    { name: "Age", facts: ["Young, 14 months old", null] },
    { name: "Sex", facts: [null, "Male"] },
    { name: "Size", facts: ["Large", null] },
    { name: "Good with children", facts: [true, null] },
    { name: "Good with dogs", facts: [false, true] },
    { name: "Waiting", facts: ["3 weeks", "New here"] },
    { name: "Adoption fee", facts: ["£180", null] },
  ]);
});

test("facts that are known of no animal are left out, and so is the status if all are available", () => {
  const bare: ComparedPet = { id: 2n, name: "Fig", categoryId: 512n };
  expect(comparisonRows([dog({}), bare], {})).toEqual([{ name: "Kind", facts: ["Dog", "Category 512"] }]);
});
