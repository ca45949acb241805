import { randomUUID } from "node:crypto";
import { ROUTES } from "@/app/v1/routes";
import { TO_ANYTHING } from "@/lib/adoptions/applications-store";
import { changeOrder, placeOrder } from "@/lib/adoptions/store";
import { OPERATION_METHODS } from "@/lib/api/endpoint";
import type { AnySpec } from "@/lib/api/spec";
import { recordSignIn } from "@/lib/audit/sign-in-store";
import { db } from "@/lib/database/client";
import { rotateKey } from "@/lib/keys/secret-store";
import { recordBan } from "@/lib/keys/usage-store";
import type { Order } from "@/lib/orders/schema";
import { invitePerson } from "@/lib/people/store";
import { changeCare } from "@/lib/pets/care/store";
import { NewCategory } from "@/lib/pets/categories/schema";
import { createCategory } from "@/lib/pets/categories/store";
import { changePet } from "@/lib/pets/changes/patch-store";
import { removePet } from "@/lib/pets/changes/record-store";
import { enqueueImport } from "@/lib/pets/import/import-store";
import { changeProfile } from "@/lib/pets/profile/store";
import { now } from "@/lib/process/clock";
import { parseEnv } from "@/lib/process/env";
import { setSettings, settings } from "@/lib/process/settings";
import { SCOPES, type Scope } from "@/lib/scopes";
import { applicationBody, newPet, sentApplication, WITH_MAIL } from "./applications";
import { smallPhoto } from "./photos";
import { changesOf, storePhotos } from "./records";
import { newKeyWithId, personToken, type Service, type SignedInPerson } from "./service";

/** An operation of the API; `route` is its path as in `app/v1`. */
export type Operation = { method: string; route: string; spec: AnySpec };

/** Every operation of the API. */
export const OPERATIONS: readonly Operation[] = Object.entries(ROUTES).flatMap(([route, methods]) =>
  OPERATION_METHODS.flatMap((method) => {
    const spec = methods[method]?.spec;
    return spec ? [{ method, route, spec }] : [];
  }),
);

/**
 * A call that succeeds: a value for each parameter of the path, the query, the body (bytes if it is not JSON), and
 * headers such as If-Match.
 */
type ValidCall = {
  params?: Record<string, string>;
  query?: string;
  body?: object;
  upload?: Uint8Array;
  headers?: Record<string, string>;
};

/** The precondition for a change of something new. */
const FIRST = { "if-match": '"1"' };

/** Makes what a parameter of a path names, unless the call of the operation has its own. */
const PARAMS: Readonly<Record<string, () => Promise<string>>> = {
  petId: async () => String((await newPet()).id),
  orderId: async () => String((await newOrder()).id),
  applicationId: async () => (await sentApplication()).id,
  keyId: newKeyId,
  personId: newPersonId,
  categoryId: async () => "1",
};

/**
 * Prepares a valid call of each operation that needs more than its path. Everything is new, so that any number of calls
 * succeed.
 */
const VALID_CALLS: Readonly<Record<string, () => Promise<ValidCall>>> = {
  listPets: async () => {
    await newPet("Bello");
    await newPet();
    return { query: "limit=2&status=available" };
  },
  countPets: async () => {
    await describedPetParams();
    return { query: "sex=female" };
  },
  searchPets: async () => {
    await describedPetParams();
    return { query: "q=small+female+dog&limit=1" };
  },
  getProfile: async () => ({ params: await describedPetParams() }),
  changeProfile: async () => ({ body: { story: "Found in a garden.", goodWith: { children: true, dogs: null } } }),
  getCare: async () => {
    const { id } = await newPet();
    const change = { microchip: "985112003456789", location: "Kennel 4" };
    await changeCare({ author: { kind: "operator" }, petId: id, ifMatch: null, change });
    return { params: { petId: String(id) } };
  },
  changeCare: async () => ({
    body: { microchip: "985112003456789", intakeOn: "2020-01-31", origin: "stray", hidden: "stray_hold" },
  }),
  createPet: async () => ({ body: { name: "Biscuit", categoryId: 1 } }),
  listOrders: async () => {
    await newOrder();
    return { query: "limit=2&status=open" };
  },
  placeOrder: async () => ({ body: { petId: Number((await newPet()).id), shipDate: "2030-01-31T15:00:00Z" } }),
  scheduleOrder: async () => ({ body: { shipDate: "2030-01-31T15:00:00Z" } }),
  returnOrder: async () => {
    const { id } = await newOrder();
    await changeOrder({ kind: "operator" }, id, "complete");
    return { params: { orderId: String(id) } };
  },
  createImport: async () => ({ body: { rows: [{ name: "Biscuit", categoryId: 1, profile: { sex: "female" } }] } }),
  previewImport: async () => {
    const { id } = await newPet();
    const added = { name: "Biscuit", categoryId: 1 };
    return { body: { rows: [{ id: Number(id), name: "Bello" }, added] } };
  },
  getImport: async () => {
    const sent = { rows: [{ name: "Biscuit", categoryId: 1n }], author: { kind: "operator" } as const };
    return { params: { importId: String(await enqueueImport({ ...sent, consent: TO_ANYTHING })) } };
  },
  changePets: async () => {
    const changes = [await newPet(), await newPet()].map(({ id }) => ({ id: Number(id), ifMatch: "1", name: "Bello" }));
    return { body: { mode: "all", changes } };
  },
  removePet: async () => ({ headers: FIRST }),
  latestChanges: async () => ({ query: `ids=${(await newPet()).id}` }),
  listRemovedPets: async () => {
    await removePet({ kind: "operator" }, (await newPet()).id, "*");
    return { query: "limit=2" };
  },
  listHistory: async () => ({ query: "limit=2" }),
  undoChangeSet: async () => {
    const { id } = await newPet();
    await changePet({ author: { kind: "operator" }, id, ifMatch: null, change: { name: "Bello" } });
    return { params: { changeSetId: String((await changesOf(id)).at(-1).set_id) } };
  },
  changePet: async () => ({ headers: FIRST, body: { name: "Bello", status: "pending" } }),
  addPhoto: async () => ({
    query: "alt=A%20dog%20that%20sleeps",
    upload: await smallPhoto(),
    headers: { "content-type": "image/png" },
  }),
  getPhoto: async () => ({ params: await photoParams() }),
  arrangePhotos: async () => {
    const { petId, photoId } = await photoParams();
    return { params: { petId }, body: [{ id: Number(photoId), alt: "A dog that plays" }] };
  },
  removePhoto: async () => ({ params: await photoParams() }),
  createApplication: async () => ({ body: applicationBody((await newPet()).id) }),
  listApplications: async () => {
    await sentApplication();
    return { query: "limit=2" };
  },
  countApplications: async () => ({ query: `petIds=${(await sentApplication()).petId}` }),
  changeApplication: async () => ({ body: { status: "talking", note: "Has a garden" }, headers: FIRST }),
  recordAdopter: async () => ({ body: { name: "Vera Adopter", telephone: "+44 20 7946 0000" } }),
  viewApplication: withSecret,
  withdrawApplication: withSecret,
  listKeys: async () => {
    await newKeyId();
    return {};
  },
  createKey: async () => ({ body: { name: "Shop", expiresAt: "2090-01-31T00:00:00Z" } }),
  changeKey: async () => ({ body: { name: "Market", plan: "pro", expiresAt: null } }),
  rotateKey: async () => ({ body: { graceHours: 1 } }),
  endEarlierSecrets: async () => {
    const keyId = await newKeyId();
    await rotateKey({ kind: "operator" }, keyId, 1);
    return { params: { keyId } };
  },
  unbanKey: async () => {
    const keyId = await newKeyId();
    await recordBan(keyId, { id: randomUUID(), level: 0, startedAt: now(), until: now() + 3_600_000 });
    return { params: { keyId } };
  },
  addPerson: async () => ({ body: { email: newAddress(), role: "staff" } }),
  invitePerson: async () => ({ body: { email: newAddress(), role: "staff" } }),
  renewInvitation: async () => {
    const email = newAddress();
    await invitePerson({ kind: "operator" }, { email, role: "staff" });
    return { params: { personId: (await db().user.findUniqueOrThrow({ where: { email } })).id } };
  },
  changeOwnName: async () => ({ body: { name: `Kim ${randomUUID()}` } }),
  changePerson: async () => ({ body: { role: "admin" } }),
  endSessions: async () => {
    const personId = await newPersonId();
    const [id, day] = [randomUUID(), new Date(now() + 86_400_000)];
    await db().session.create({ data: { id, token: id, userId: personId, expiresAt: day } });
    return { params: { personId } };
  },
  sendTestMail: async () => {
    // No process sends the mail that these tests write. Without SITE_URL, links still begin with the requested host.
    const { SMTP_URL, MAIL_FROM } = parseEnv(WITH_MAIL);
    setSettings({ ...settings(), SMTP_URL, MAIL_FROM });
    return {};
  },
  changeShelter: async () => ({ body: { name: `Shelter ${randomUUID()}` } }),
  createCategory: async () => ({ body: { name: newName() } }),
  changeCategory: async () => {
    const { id } = await createCategory({ kind: "operator" }, NewCategory.parse({ name: newName() }));
    return { params: { categoryId: String(id) }, body: { name: newName(), words: ["polecat"] } };
  },
  listSignIns: async () => {
    await recordSignIn({ event: "signed_in", personId: null });
    return { query: "limit=2" };
  },
  listChanges: async () => {
    await newPet();
    return { query: "after=0&limit=2" };
  },
};

/** The operations that need more than their path. */
export const PREPARED = Object.keys(VALID_CALLS);

/** Prepares a valid call of an operation. */
export async function validCall({
  method,
  route,
  spec,
}: Operation): Promise<{ target: string; body?: string | Uint8Array; headers: Record<string, string> }> {
  const { params = {}, query, body, upload, headers = {} } = (await VALID_CALLS[spec.operationId]?.()) ?? {};
  for (const [, name = ""] of route.matchAll(/\[(\w+)\]/g)) params[name] ??= (await PARAMS[name]?.()) ?? "";
  const target = `${method} ${pathOf(route, params)}${query === undefined ? "" : `?${query}`}`;
  if (upload) return { target, headers, body: upload };
  return { target, headers, ...(body && { body: JSON.stringify(body) }) };
}

/** Returns the path of a route with values for its parameters. A missing one is "0", an id that nothing has. */
export function pathOf(route: string, params: Readonly<Record<string, string>> = {}): string {
  return route.replace(/\[(\w+)\]/g, (_all, name: string) => params[name] ?? "0");
}

const newName = () => `Kind ${randomUUID().slice(0, 8)}`;
const newAddress = () => `${randomUUID()}@shelter.example`;

/** The parameters and the body for the private page of an application. */
async function withSecret(): Promise<ValidCall> {
  const { id, secret } = await sentApplication();
  return { params: { applicationId: id }, body: { secret } };
}

async function newOrder(): Promise<Order> {
  return placeOrder({ kind: "operator" }, { petId: (await newPet()).id });
}

async function describedPetParams(): Promise<{ petId: string }> {
  const { id } = await newPet("Bella");
  const facts = { story: "Loves long walks.", bornOn: "2023-05", sex: "female", size: "small" } as const;
  await changeProfile({ author: { kind: "operator" }, petId: id, ifMatch: null, facts });
  return { petId: String(id) };
}

async function photoParams(): Promise<{ petId: string; photoId: string }> {
  const { id } = await newPet();
  const [photo] = await storePhotos(id, "A dog that sleeps");
  return { petId: String(id), photoId: String(photo?.id) };
}

async function newKeyId(): Promise<string> {
  return (await newKeyWithId({ name: "Shop" })).id;
}

/** A person without a password, because hashing one takes a while. Nobody signs in as this person. */
async function newPersonId(): Promise<string> {
  const id = randomUUID();
  await db().user.create({ data: { id, email: newAddress(), name: "Kim", emailVerified: true } });
  return id;
}

/** Whether a key can have this scope. */
const isForKeys = (scope: Scope) => SCOPES.some((one) => one === scope);

/** Returns a credential that may use the operation. It is made by the clock of the test. */
export const credentialFor = ({ scope }: AnySpec, { key }: Service, admin: SignedInPerson) =>
  isForKeys(scope) ? key : personToken(admin, "admin");

/** The scope of an operation is that of the first row that matches its method and path. */
const SCOPES_BY_PATH: readonly [operations: RegExp, scope: Scope][] = [
  [/^POST \/v1\/applications($|.*\/(view|withdraw)$)/, "applications:create"],
  [/^GET \/v1\/(applications|overview)/, "applications:read"],
  [/\/v1\/(applications|people\/me|pets.*\/adopter)/, "applications:write"],
  [/\/v1\/(keys|people|mail|sign-ins)|^(POST|PUT|PATCH) \/v1\/(categories|shelter)/, "admin"],
  [/^GET \/v1\/(changes|pets.*\/(latest|removed|history))$/, "history:read"],
  [/^GET .*\/care$/, "care:read"],
  [/\/care$/, "care:write"],
  [/^GET \/v1\/store/, "orders:read"],
  [/\/v1\/store/, "orders:write"],
  [/^GET \/v1\/(pets|categories|shelter)/, "pets:read"],
  [/\/v1\/(pets|imports|changes)/, "pets:write"],
];

export const scopeNeeded = ({ method, route }: Pick<Operation, "method" | "route">) =>
  SCOPES_BY_PATH.find(([operations]) => operations.test(`${method} ${route}`))?.[1];
