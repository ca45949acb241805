import { expect, test } from "vitest";
import { understand } from "./search-words";

test.each([
  ["small dog good with kids", { categoryId: 1n, size: "small", goodWith: ["children"] }, ""],
  ["puppy", { categoryId: 1n, ageGroup: "baby" }, ""],
  ["an OLD cat for a family, with dogs", { categoryId: 2n, ageGroup: "senior", goodWith: ["children", "dogs"] }, ""],
  ["Extra large guinea pigs", { categoryId: 4n, size: "extra_large" }, ""],
  ["black labrador girl", { sex: "female" }, "black labrador"],
  ["cat or dog", {}, ""],
  ["spayed, house trained mutts", { neutered: true, houseTrained: true, cross: true }, ""],
  ["low energy hound", { categoryId: 1n, energy: "low" }, ""],
  ["Duke of York", {}, "Duke of York"],
  ["Kitty", {}, "Kitty"],
])("“%s” means %o and the text “%s”", (search, filters, text) => {
  expect(understand(search)).toEqual({ filters, text });
});
