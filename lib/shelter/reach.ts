import type { Shelter } from "./schema";

type Address = Pick<Shelter, "street" | "postalCode" | "city" | "country">;

/**
 * Countries where the postal code has its own line after the town, and those where it follows the town in the same
 * line.
 */
const OWN_LINE =
  /^(?:(?:the )?united kingdom|uk|u\.k\.|gb|(?:great )?britain|england|scotland|wales|northern ireland|ireland|éire|eire)$/i;
const AFTER_TOWN =
  /^(?:(?:the )?united states(?: of america)?|usa?|u\.s\.(?:a\.)?|canada|australia|new zealand|south africa|india|singapore)$/i;
/** A British postal code, for an address without a country. */
const BRITISH_CODE = /^[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}$/i;

/** Returns the lines of the postal address, as on an envelope of its country. There are none if nothing is known. */
export function addressLines({ street, postalCode, city, country }: Address): string[] {
  const lines = [street, ...townLines(postalCode, city, country?.trim() ?? ""), country];
  return lines.filter((line): line is string => !!line);
}

function townLines(code: string | null, town: string | null, country: string): (string | null)[] {
  const isBritish = country === "" && BRITISH_CODE.test(code ?? "");
  if (isBritish || OWN_LINE.test(country)) return [town, code];
  const parts = AFTER_TOWN.test(country) ? [town, code] : [code, town];
  return [parts.filter(Boolean).join(" ")];
}

/**
 * Returns a link that opens the postal address in a map: in the app of a phone, or in the browser. Returns null without
 * a street or a city.
 */
export function mapHref(shelter: Address): string | null {
  if (!shelter.street && !shelter.city) return null;
  const query = addressLines(shelter).join(", ");
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: "1", query })}`;
}

/** Returns a link that calls a telephone number. */
export const telephoneHref = (telephone: string) => `tel:${telephone.replace(/[^+\d]/g, "")}`;
