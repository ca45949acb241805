import { randomUUID } from "node:crypto";
import type { BrowserContext } from "@playwright/test";
import sharp from "sharp";
import type { NewProfile } from "../../../lib/pets/profile/schema";
import type { Service } from "./service";

// What tests ask of the API without a page, as the first admin unless said otherwise.

type Caller = Pick<Service, "origin" | "admin">;
type Call = { method?: string; body?: object };

/** Browsers get a token for ten minutes. */
const TOKEN_MS = 5 * 60_000;
const tokens = new WeakMap<Caller["admin"], { token: string; until: number }>();

async function tokenOf({ origin, admin }: Caller): Promise<string> {
  const known = tokens.get(admin);
  if (known && Date.now() < known.until) return known.token;
  const Cookie = admin.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const { token } = await (await fetch(`${origin}/browser-token`, { headers: { Cookie } })).json();
  tokens.set(admin, { token, until: Date.now() + TOKEN_MS });
  return token;
}

/** Returns who is signed in in a browser, to call the API as this person. */
export async function personIn({ origin }: Service, context: BrowserContext): Promise<Caller> {
  return { origin, admin: { email: "", password: "", cookies: await context.cookies() } };
}

/** Calls the API, whatever the version of what is changed, and returns the answer. A body of bytes is a photo. */
export async function call<T>(caller: Caller, path: string, { method = "GET", body }: Call = {}): Promise<T> {
  const photo = body instanceof Uint8Array && body;
  const response = await fetch(`${caller.origin}/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${await tokenOf(caller)}`,
      ...(["PATCH", "PUT", "DELETE"].includes(method) && { "If-Match": "*" }),
      ...(body && { "Content-Type": photo ? "image/jpeg" : "application/json" }),
    },
    ...(body && { body: photo ? new Uint8Array(photo) : JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** The last kind that was given out. Each worker has its own service, so each may give out the same. */
let last = 1_000;

/** Returns the number of a kind that no other animal has, so that its list shows only the animals of one test. */
export const newKind = () => ++last;

type Pet = { id: number; name: string; status: string; profile: NewProfile & { photos: Photo[] } };
type Photo = { alt: string; width: number };
type NewPet = { categoryId?: number; profile?: Partial<NewProfile> };

/** Adds an available dog, unless said otherwise, and returns its id. */
export async function addPet(caller: Caller, name: string, more: NewPet = {}): Promise<number> {
  const { profile, ...pet } = more;
  const { id } = await call<Pet>(caller, "/pets", { method: "POST", body: { name, categoryId: 1, ...pet } });
  if (profile) await call(caller, `/pets/${id}/profile`, { method: "PATCH", body: profile });
  return id;
}

/** Adds animals of a kind, one after another, and returns their ids. */
export async function addPets(caller: Caller, categoryId: number, names: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const name of names) ids.push(await addPet(caller, name, { categoryId }));
  return ids;
}

/** Returns names that end with a number: "Many 001". */
export const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix} ${String(index + 1).padStart(3, "0")}`);

/** Returns up to a hundred animals of a kind, newest first. */
export const petsOf = (caller: Caller, kind: number) =>
  call<Pet[]>(caller, `/pets?limit=100&include=profile&categoryId=${kind}`);

/** Returns the photos of an animal. */
export const photosOf = async (caller: Caller, id: number) =>
  (await call<Pet["profile"]>(caller, `/pets/${id}/profile`)).photos;

/** Returns how many entries the history of an animal has. */
export const changesOf = async (caller: Caller, id: number) =>
  (await call<object[]>(caller, `/pets/${id}/history`)).length;

/** Makes a photo that can be recognised by its width. */
export const photoFile = (width: number) =>
  sharp({ create: { width, height: 300, channels: 3, background: "#8a6" } })
    .jpeg()
    .toBuffer();

/** Places an adoption of an animal without an application. */
export const placeOrder = (caller: Caller, petId: number) =>
  call(caller, "/store/orders", { method: "POST", body: { petId } });

/** Sends an application to adopt as staff, and returns its id. */
export async function sendApplication(caller: Caller, petId: number, name: string): Promise<string> {
  const id = randomUUID();
  const said = { message: "We have a garden.", home: "A house.", consent: true, retryToken: randomUUID() };
  await call(caller, "/applications", {
    method: "POST",
    body: { id, petId, name, email: "ada@home.example", ...said },
  });
  return id;
}

/**
 * Sends a question as a visitor, but without the form, so the service may find it suspicious. Returns the path of its
 * private page.
 */
export async function sendAsVisitor({ origin }: Service, petId: number): Promise<string> {
  const visitor = { origin, admin: { email: "", password: "", cookies: [] } };
  const id = randomUUID();
  const said = { name: "Ada Marlowe", message: "May we visit?", consent: true, retryToken: randomUUID() };
  const body = { id, petId, email: `${id}@home.example`, ...said };
  const { secret } = await call<{ secret: string }>(visitor, "/applications", { method: "POST", body });
  return `/applications/${id}/${secret}`;
}

/** Returns how many applications for an animal are in the inbox. */
export const applicationsFor = async (caller: Caller, petId: number) =>
  (await call<object[]>(caller, `/applications?limit=100&petId=${petId}&folder=inbox`)).length;
