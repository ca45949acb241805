import { expect, test } from "vitest";
import { foldName } from "./fold-name";
import { FOLDED_NAMES } from "./testing/folded-names";

test.each(FOLDED_NAMES)("%j is compared as %j", (name, folded) => {
  expect(foldName(name)).toBe(folded);
});
