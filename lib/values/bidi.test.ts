import { describe, expect, test } from "vitest";
import { isolate } from "./bidi";

describe("isolate", () => {
  test("leaves names alone that cannot turn the text around them", () => {
    for (const name of ["Olive", "Łucja Žižka", "Дружок", "豆豆", "😀", "R2-D2!"]) expect(isolate(name)).toBe(name);
  });

  test("isolates names written from right to left, and names with direction controls", () => {
    for (const name of ["שלום", "مرحبا", "\u202Eevil", "a\u200Fb"]) expect(isolate(name)).toBe(`\u2068${name}\u2069`);
  });

  test("closes what the name leaves open", () => {
    expect(isolate("\u2067one\u2066two")).toBe("\u2068\u2067one\u2066two\u2069\u2069\u2069");
    expect(isolate("\u2067one\u2069two")).toBe("\u2068\u2067one\u2069two\u2069");
  });

  test("drops what would end the isolation early", () => {
    expect(isolate("\u2069\u202Eevil\u2069")).toBe("\u2068\u202Eevil\u2069");
  });
});
