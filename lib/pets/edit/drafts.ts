import { parseInt64 } from "../../values/schemas";

const prefix = (person: string) => `pets.edit.${person}.`;

export const draftName = (person: string, petId: bigint) => `${prefix(person)}${petId}`;

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
