import { callApi } from "../http/client";
import { parsePageLinks } from "../http/links";
import type { PetsPage, PetsParams } from "./queries";
import { type NewPet, Pet, Pets } from "./schema";

/** Reads one page of animals through the API. */
export async function fetchPets({ status, cursor, limit = 20 }: PetsParams, signal?: AbortSignal): Promise<PetsPage> {
  const search = new URLSearchParams({ limit: String(limit) });
  if (status) search.set("status", status);
  if (cursor) search.set("cursor", cursor);
  const { data, headers } = await callApi(`/v1/pets?${search}`, Pets, { signal });
  return { pets: data, ...parsePageLinks(headers.get("Link")) };
}

/** An animal to add, and the key that makes adding it safe to try again. */
export type Addition = { pet: NewPet; idempotencyKey: string };

/** Adds an animal through the API; with the same key again, nothing is added twice. */
export async function addPet({ pet, idempotencyKey }: Addition): Promise<Pet> {
  return (await callApi("/v1/pets", Pet, { method: "POST", body: pet, idempotencyKey })).data;
}
