import { type NewProfile, NO_PROFILE } from "../../../lib/pets/profile/schema";
import type { Service } from "./service";

// Calls of the API with the demo key, as another program makes them.

type Pet = { id: number; name: string; categoryId: number; status: string };
type Call = { method?: string; ifMatch?: string; body?: object };

/** Calls the API and returns its answer. A photo is a body of bytes. Throws if the call fails. */
export async function callWithKey<T>({ origin, key }: Service, path: string, call: Call = {}): Promise<T> {
  const { method = "GET", ifMatch, body } = call;
  const photo = body instanceof Uint8Array && body;
  const response = await fetch(`${origin}/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(ifMatch !== undefined && { "If-Match": ifMatch }),
      ...(body && { "Content-Type": photo ? "image/jpeg" : "application/json" }),
    },
    ...(body && { body: photo ? new Uint8Array(photo) : JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** Adds an animal, an available cat unless said otherwise, and returns its id. */
export async function addPet(service: Service, name: string, more: Partial<Pet> = {}): Promise<number> {
  const body = { name, categoryId: 2, ...more };
  return (await callWithKey<Pet>(service, "/pets", { method: "POST", body })).id;
}

/** Sets the profile of an animal. Fields that are left out are not known. */
export async function setProfile(service: Service, id: number, profile: Partial<NewProfile>): Promise<void> {
  await callWithKey(service, `/pets/${id}/profile`, { method: "PUT", body: { ...NO_PROFILE, ...profile } });
}

/** Returns a page of animals, with the parameters of `GET /v1/pets`. */
export const listPets = (service: Service, query: string) => callWithKey<Pet[]>(service, `/pets?${query}`);
