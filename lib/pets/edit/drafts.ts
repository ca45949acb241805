import { parseInt64 } from "../../values/int64";

const prefix = (person: string) => `pets.edit.${person}.`;

/** Returns the name under which this tab saves what a person typed about an animal. */
export const draftName = (person: string, petId: bigint) => `${prefix(person)}${petId}`;

/** Returns the animals with an unsaved draft in this tab. */
export function draftedPets(person: string): bigint[] {
  const start = prefix(person);
  try {
    return Object.keys(sessionStorage).flatMap((name) => {
      const id = name.startsWith(start) ? parseInt64(name.slice(start.length)) : null;
      return id === null ? [] : [id];
    });
  } catch {
    // Storage is disabled.
    return [];
  }
}
