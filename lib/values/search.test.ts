import { expect, test } from "vitest";
import { FOLDED_NAMES } from "@/e2e/testing/folded-names";
import { foldName } from "./search";

test.each(FOLDED_NAMES)("%j is compared as %j", (name, folded) => {
  expect(foldName(name)).toBe(folded);
});
