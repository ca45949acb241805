import { bornBetween } from "../profile/age";
import type { ListPetsQuery } from "./query";

/** A condition. In its text, `?` stands for the value. */
export type Condition = { text: string; value: string | string[] };

/** Returns the conditions on the profile. */
export function conditionsOn({
  sex,
  size,
  ageGroup,
  goodWith,
}: Pick<ListPetsQuery, "sex" | "size" | "ageGroup" | "goodWith">): Condition[] {
  const { after, until } = ageGroup ? bornBetween(ageGroup) : { after: null, until: null };
  return [
    ...(sex ? [{ text: "sex = ?", value: sex }] : []),
    ...(size ? [{ text: "size = ?", value: size }] : []),
    ...[...(goodWith ?? [])].map((companion) => ({ text: `good_with_${companion} = ?`, value: "true" })),
    ...(after === null ? [] : [{ text: 'born_on COLLATE "C" > ?', value: after }]),
    ...(until === null ? [] : [{ text: 'born_on COLLATE "C" <= ?', value: until }]),
  ];
}
