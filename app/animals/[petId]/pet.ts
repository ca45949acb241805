import "server-only";
import { cache } from "react";
import { findPetPage } from "@/lib/pets/adopters/pet-store";
import { parseInt64 } from "@/lib/values/schemas";

/** Reads the animal of a URL, once for each request. Returns null if there is none. */
export const findPet = cache(async (petId: string) => {
  const id = parseInt64(petId);
  return id === null ? null : findPetPage(id);
});
