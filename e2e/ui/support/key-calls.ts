import { setTimeout as sleep } from "node:timers/promises";
import { type NewProfile, NO_PROFILE } from "../../../lib/pets/profile/schema";
import { plainPhoto } from "../../api/support/photos";
import type { Service } from "./service";

// Calls of the API with a key, as another program makes them.

type Pet = { id: number; name: string; categoryId: number; status: string };
type Call = { method?: string; ifMatch?: string; body?: object };

/**
 * Calls the API and returns its answer. A photo is a body of bytes. The tests of a worker share the key's 60 requests a
 * minute, so over this limit the call waits as `Retry-After` says. Throws if the call fails.
 */
export async function callWithKey<T>(service: Service, path: string, call: Call = {}): Promise<T> {
  const { method = "GET" } = call;
  let response = await send(service, path, call);
  if (response.status === 429) {
    await sleep(Number(response.headers.get("Retry-After")) * 1_000);
    response = await send(service, path, call);
  }
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

function send({ origin, key }: Service, path: string, { method = "GET", ifMatch, body }: Call): Promise<Response> {
  const photo = body instanceof Uint8Array && body;
  return fetch(`${origin}/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(ifMatch !== undefined && { "If-Match": ifMatch }),
      ...(body && { "Content-Type": photo ? "image/jpeg" : "application/json" }),
    },
    ...(body && { body: photo ? new Uint8Array(photo) : JSON.stringify(body) }),
  });
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

/** The last kind that was given out. Each worker has its own service, so each may give out the same. */
let last = 1_000;

/** Returns the number of a kind that no other animal has, so that its list shows only the animals of one test. */
export function newKind(): number {
  last++;
  return last;
}

const COLOURS = ["#c84", "#48c", "#8c4", "#c48", "#84c", "#4c8"];
/** Landscape and portrait, wide, small and square. */
const SIZES = [
  [1200, 900],
  [700, 1400],
  [1600, 600],
  [300, 300],
  [1000, 800],
  [900, 1200],
] as const;

/** Adds an animal with photos, and returns the path of its page. Only the first photo has a description. */
export async function addWithPhotos(service: Service, name: string, photos: number): Promise<string> {
  const id = await addPet(service, name);
  for (const [index, [width, height]] of SIZES.slice(0, photos).entries()) {
    const file = await plainPhoto(width, height, COLOURS[index]).jpeg().toBuffer();
    const alt = index === 0 ? "?alt=Asleep%20in%20a%20box" : "";
    await callWithKey(service, `/pets/${id}/photos${alt}`, { method: "POST", body: file });
  }
  return `/animals/${id}`;
}
