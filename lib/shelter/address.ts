import type { Shelter } from "./schema";

type Address = Pick<Shelter, "street" | "postalCode" | "city" | "country">;

/** The address in lines, as it stands on an envelope; empty when nothing of it is known. */
export function addressLines({ street, postalCode, city, country }: Address): string[] {
  return [street, [postalCode, city].filter(Boolean).join(" "), country].filter((line): line is string => !!line);
}

/**
 * A link that opens the address in the map application of a phone, and in the browser elsewhere; null without a street
 * or a city to look for.
 */
export function mapHref(shelter: Address): string | null {
  if (!shelter.street && !shelter.city) return null;
  const query = addressLines(shelter).join(", ");
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: "1", query })}`;
}

/** A link that calls a telephone number. */
export const telephoneHref = (telephone: string) => `tel:${telephone.replace(/[^+\d]/g, "")}`;
