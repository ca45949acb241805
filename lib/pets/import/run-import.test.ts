import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../http/errors";
import { sendChangePets, sendCreatePet, sendSetProfile } from "../client";
import { fetchCurrentPet, fetchCurrentPets } from "../list/calls";
import type { ListedPet } from "../list/schema";
import { type NewProfile, NO_PROFILE } from "../profile/schema";
import type { ImportOutcomes } from "./outcome";
import { readRows } from "./read-rows";
import { runImport } from "./run-import";
import { guessColumns, readTable } from "./table";

vi.mock("../list/calls");
vi.mock("../client");

const LIMITED = new ApiError("rate_limited", "Too many");
const LOST = new ApiError("unavailable", "The connection broke.");

/** The animals of the service. A profile is set only in the version that the caller has read. */
const stored = new Map<bigint, ListedPet & { version: string; profile: NewProfile }>();
/** What happens to the next requests that set a profile, before or after it is set. */
let fates: (ApiError | "lost" | (() => void) | undefined)[] = [];

function bump(id: bigint, values: object) {
  const pet = stored.get(id);
  if (!pet) throw new ApiError("not_found", "none");
  Object.assign(pet, values, { version: String(Number(pet.version) + 1) });
  return pet.version;
}

function add(id: bigint, name: string) {
  const goodWith = { ...NO_PROFILE.goodWith };
  const profile = { ...NO_PROFILE, goodWith, ageGroup: null, photos: [] };
  stored.set(id, { id, name, categoryId: 1n, status: "available", version: "1", profile });
}

beforeEach(() => {
  stored.clear();
  fates = [];
  const find = (id: string | bigint) => structuredClone(stored.get(BigInt(id)));
  vi.mocked(fetchCurrentPet).mockImplementation(async (id) => find(id) ?? null);
  vi.mocked(fetchCurrentPets).mockImplementation(
    async (ids) => new Map(ids.flatMap((id) => (stored.has(BigInt(id)) ? [[id, find(id) as ListedPet]] : []))),
  );
  vi.mocked(sendChangePets).mockImplementation(async (changes) => ({
    results: changes.map(({ id, ifMatch, ...values }) => {
      const isFresh = stored.get(id)?.version === ifMatch;
      return isFresh ? { id, status: 200n, version: bump(id, values) } : { id, status: 412n };
    }),
    changeSets: ["batch"],
  }));
  vi.mocked(sendSetProfile).mockImplementation(async (id, version, profile) => {
    const fate = fates.shift();
    if (fate instanceof ApiError) throw fate;
    if (typeof fate === "function") fate();
    const pet = stored.get(id);
    if (pet?.version !== version) throw new ApiError("precondition_failed", "stale");
    const next = bump(id, { profile: { ...pet.profile, ...profile } });
    if (fate === "lost") throw LOST;
    return { version: next, changeSets: [`profile-${id}`] };
  });
});
afterEach(() => vi.resetAllMocks());

/** An import of these rows that can be started again. `outcomes` is what the tab has saved. */
function importOf(text: string) {
  const table = readTable(text);
  const rows = readRows(table, guessColumns(table));
  const outcomes: ImportOutcomes = {};
  const start = () =>
    runImport({
      id: "import",
      rows: rows.filter(({ line }) => (outcomes[line]?.state ?? "sent") === "sent"),
      outcomes: { ...outcomes },
      onOutcomes: (more) => Object.assign(outcomes, more),
      onSend: () => {},
      send: (changes) => sendChangePets(changes),
      signal: new AbortController().signal,
    });
  return { outcomes, start };
}

test("rows that were changed before a refusal or a lost answer say so, also after continuing", async () => {
  for (const id of [1n, 2n, 3n, 4n]) add(id, `Pet ${id}`);
  const { outcomes, start } = importOf("id,name,sex\n1,New 1,\n2,New 2,f\n3,Pet 3,f\n4,Pet 4,");
  fates = ["lost"];
  await expect(start()).rejects.toBe(LOST);
  expect(outcomes).toMatchObject({ 2: { state: "changed" }, 3: { state: "sent" }, 5: { state: "same" } });
  fates = [LIMITED];
  await expect(start()).rejects.toBe(LIMITED);
  expect(outcomes).toMatchObject({ 3: { state: "changed" }, 4: { state: "sent" } });
  await start();
  expect(Object.values(outcomes).map(({ state }) => state)).toEqual(["changed", "changed", "changed", "same"]);
  // What undoing the import names: all sets of a row, unless an answer was lost.
  expect(outcomes[2]).toEqual({ state: "changed", id: "1", changeSets: ["batch"] });
  expect(outcomes[3]).toEqual({ state: "changed", id: "2" });
  expect([...stored.values()].map(({ version }) => version)).toEqual(["2", "3", "2", "1"]);
});

test("after the lost answer of a batch, its rows say that they were changed", async () => {
  add(1n, "Old");
  const { outcomes, start } = importOf("id,name\n1,New");
  vi.mocked(sendChangePets).mockImplementationOnce(async ([change]) => {
    if (change) bump(change.id, { name: "New" });
    throw LOST;
  });
  await expect(start()).rejects.toBe(LOST);
  await start();
  // The change set is not known, so this cannot be undone as a part of the import.
  expect(outcomes).toEqual({ 2: { state: "changed", id: "1" } });
  expect(stored.get(1n)?.version).toBe("2");
});

test("what others change in between stays, and only in the same details it is a refusal", async () => {
  for (const id of [1n, 2n]) add(id, `Pet ${id}`);
  const theirs = (id: bigint, profile: Partial<NewProfile>) => () =>
    bump(id, { profile: { ...stored.get(id)?.profile, ...profile } as NonNullable<ListedPet["profile"]> });
  const { outcomes, start } = importOf("id,sex\n1,f\n2,f");
  fates = [theirs(1n, { story: "Theirs" }), undefined, theirs(2n, { sex: "male" })];
  await start();
  expect(outcomes).toMatchObject({ 2: { state: "changed" }, 3: { state: "refused" } });
  expect(stored.get(1n)?.profile).toMatchObject({ sex: "female", story: "Theirs" });
  expect(stored.get(2n)?.profile).toMatchObject({ sex: "male" });
});

test("a new animal gets its details even if somebody changes it in between, and twice is once", async () => {
  vi.mocked(sendCreatePet).mockImplementation(async ({ pet }) => {
    if (!stored.has(9n)) add(9n, pet.name);
    return { ...pet, id: 9n, version: "1", changeSets: ["pet-9"] };
  });
  const { outcomes, start } = importOf("name,kind,sex\nBo,dog,f");
  fates = [() => bump(9n, { status: "pending" }), "lost"];
  await expect(start()).rejects.toBe(LOST);
  await start();
  expect(outcomes).toEqual({ 2: { state: "added", id: "9", version: "3" } });
  expect(stored.get(9n)).toMatchObject({ status: "pending", version: "3", profile: { sex: "female" } });
});
