import type { Shelter } from "./schema";

type Address = Pick<Shelter, "street" | "postalCode" | "city" | "country">;

/** Returns the lines of the postal address, as on an envelope. There are none if nothing is known. */
export function addressLines({ street, postalCode, city, country }: Address): string[] {
  return [street, [postalCode, city].filter(Boolean).join(" "), country].filter((line): line is string => !!line);
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
