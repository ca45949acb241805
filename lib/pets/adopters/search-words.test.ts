import { expect, test } from "vitest";
import { understand } from "./search-words";

test.each([
  ["small dog good with kids", { categoryId: 1n, size: "small", goodWith: ["children"] }, ""],
  ["puppy", { categoryId: 1n, ageGroup: "baby" }, ""],
  ["an OLD cat for a family, with dogs", { categoryId: 2n, ageGroup: "senior", goodWith: ["children", "dogs"] }, ""],
  ["Extra large guinea pigs", { categoryId: 4n, size: "extra_large" }, ""],
  ["black labrador girl", { sex: "female" }, "black labrador"],
  ["cat or dog", {}, ""],
  ["Duke of York", {}, "Duke of York"],
  ["Kitty", {}, "Kitty"],
])("“%s” means %o and the text “%s”", (search, filters, text) => {
  const { goodWith, ...others } = understand(search).filters;
  expect({ ...others, ...(goodWith && { goodWith: [...goodWith] }) }).toEqual(filters);
  expect(understand(search).text).toBe(text);
});
