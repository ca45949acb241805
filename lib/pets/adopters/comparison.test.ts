import { afterEach, expect, test } from "vitest";
import { setClock } from "../../process/clock";
import { NO_PROFILE, type Profile } from "../profile/schema";
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
    { name: "Status", facts: ["Available", "Pending"], isShared: false },
    { name: "Kind", facts: ["Dog", "Horse"], isShared: false },
    { name: "Breed", facts: [null, "Welsh Cob"], isShared: false },
    { name: "Age", facts: ["Young, 14 months", null], isShared: false },
    { name: "Sex", facts: [null, "Male"], isShared: false },
    { name: "Size", facts: ["Large", null], isShared: false },
    { name: "Good with children", facts: [true, null], isShared: false },
    { name: "Good with dogs", facts: [false, true], isShared: false },
    { name: "Waiting", facts: ["3 weeks", "New here"], isShared: false },
    { name: "Adoption fee", facts: ["£180", null], isShared: false },
  ]);
});
