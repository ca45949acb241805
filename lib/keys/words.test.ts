import { expect, test } from "vitest";
import { pathToTry } from "./words";

test("every key has something to try, except one that may only change things", () => {
  expect(pathToTry(["pets:read", "pets:write"])).toBe("/v1/pets?limit=3");
  expect(pathToTry(["orders:write", "orders:read"])).toBe("/v1/store/orders?limit=3");
  expect(pathToTry(["orders:write", "history:read"])).toBe("/v1/pets/removed?limit=3");
  expect(pathToTry(["pets:write", "orders:write"])).toBeNull();
});
