import { describe, expect, test } from "vitest";
import { addressLines, mapHref } from "./reach";

const address = (postalCode: string | null, city: string | null, country: string | null) =>
  addressLines({ street: "1 Main Street", postalCode, city, country }).slice(1);

describe("addressLines", () => {
  test.each<[country: string | null, postalCode: string, city: string, lines: string[]]>([
    ["United Kingdom", "OX99 1PH", "Little Wickham", ["Little Wickham", "OX99 1PH", "United Kingdom"]],
    ["scotland", "EH1 1YZ", "Edinburgh", ["Edinburgh", "EH1 1YZ", "scotland"]],
    [null, "OX99 1PH", "Little Wickham", ["Little Wickham", "OX99 1PH"]],
    ["USA", "IL 62704", "Springfield", ["Springfield IL 62704", "USA"]],
    ["Germany", "10115", "Berlin", ["10115 Berlin", "Germany"]],
    [null, "10115", "Berlin", ["10115 Berlin"]],
    // Not a British code.
    ["Netherlands", "1012 AB", "Amsterdam", ["1012 AB Amsterdam", "Netherlands"]],
  ])("%s: %s, %s", (country, postalCode, city, lines) => {
    expect(address(postalCode, city, country)).toEqual(lines);
  });

  test("what is not known has no line", () => {
    expect(address(null, "Leeds", "United Kingdom")).toEqual(["Leeds", "United Kingdom"]);
    expect(address("10115", null, null)).toEqual(["10115"]);
    expect(addressLines({ street: null, postalCode: null, city: null, country: null })).toEqual([]);
  });
});

test("a map gets the address in one line", () => {
  const shelter = { street: "14 Orchard Lane", postalCode: "OX99 1PH", city: "Little Wickham", country: null };
  expect(new URL(String(mapHref(shelter))).searchParams.get("query")).toBe("14 Orchard Lane, Little Wickham, OX99 1PH");
});
