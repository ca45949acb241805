import { expect, test } from "vitest";
import { pathToTry } from "./path-to-try";

test("every key has something to try, except one that may only change adoptions", () => {
  expect(pathToTry(["pets:read", "pets:write"])).toBe("/v1/pets?limit=3");
  expect(pathToTry(["orders:write", "orders:read"])).toBe("/v1/store/orders?limit=3");
  expect(pathToTry(["pets:write", "orders:write"])).toBe("/v1/pets/removed?limit=3");
  expect(pathToTry(["orders:write"])).toBeNull();
});
