import { expect, test } from "vitest";
import { KINDS } from "@/e2e/testing/kinds";
import { mintBrowserToken, VISITOR, VISITOR_SCOPES } from "@/lib/api/browser-token";
import { pool } from "@/lib/database/pool";
import { Categories, Category } from "@/lib/pets/categories/schema";
import { FoundPets, PetCounts } from "@/lib/pets/list/schema";
import { createPet } from "@/lib/pets/store";
import { suiteAdmin } from "../support/admin-suite";
import { expectError } from "../support/answers";
import { settingChangesOf } from "../support/records";

const { call, refuse, service, token, lastSetting } = suiteAdmin("Ada");

const add = (body: object) => call("POST /v1/categories", Category, body, 201);
const undo = (changeSet: unknown) => service.call(`POST /v1/changes/${changeSet}/undo`, { key: token() });

test("a new shelter has eight kinds, which visitors may read", async () => {
  const { token: visitor } = mintBrowserToken({ sub: VISITOR, scopes: VISITOR_SCOPES });
  const kinds = await call("GET /v1/categories", Categories, undefined, 200, visitor);
  expect(kinds.filter(({ id }) => id <= 8n)).toEqual(KINDS);
});

test("a new kind gets a number that no animal has, and names one that animals have only if asked to", async () => {
  const free = BigInt(KINDS.length + 2);
  await createPet({ kind: "service" }, { name: "Biscuit", categoryId: free - 1n, status: "available" });
  const rat = { id: free, name: "Rat", plural: "rats", slug: "rat", picture: "paw", words: [] };
  expect(await add({ name: "Rat" })).toEqual(rat);
  const ferret = { name: "Ferret", plural: "ferrets", picture: "guinea-pig", words: ["polecat"] } as const;
  expect(await add({ ...ferret, id: Number(free - 1n) })).toEqual({ ...ferret, id: free - 1n, slug: "ferret" });
  const { available } = await call("GET /v1/pets/counts", PetCounts);
  expect(available?.categories).toContainEqual({ categoryId: free - 1n, count: 1, more: false });
  const { filters } = await call("GET /v1/pets/search?q=polecats", FoundPets);
  expect(filters).toMatchObject({ categoryId: free - 1n });
});

test("two kinds have neither one name nor one number", async () => {
  await add({ name: "Fox", id: 70 });
  for (const [body, why] of [
    [{ name: "fóx" }, "There is a kind Fox already"],
    [{ name: "Wolf", id: 70 }, "The number 70 is that of the kind Fox"],
  ] as const)
    expectError(await refuse("POST /v1/categories", body), 409, "conflict", why);
  expectError(await refuse("PATCH /v1/categories/1", { name: "FOX" }), 409, "conflict");
  // Names without Latin letters, and names that differ only in signs, have a slug, too.
  expect((await add({ name: "狐", id: 71 })).slug).toBe("kind_71");
  expect((await add({ name: "Fox!", id: -72 })).slug).toBe("kind_-72");
});

test("a renamed kind keeps its address, its history says so, and Undo gives the name back", async () => {
  await add({ name: "Hen", id: 80, words: ["chicken"] });
  const sent = { body: JSON.stringify({ name: "Chicken", plural: "chickens" }), headers: { "if-match": '"1"' } };
  const renamed = await service.call("PATCH /v1/categories/80", { key: token(), ...sent });
  expect(renamed).toMatchObject({ status: 200, headers: { etag: '"2"' }, json: { name: "Chicken", slug: "hen" } });
  expect(await lastSetting()).toMatchObject({
    actor: { kind: "person", name: "Ada" },
    action: "category.change",
    name: "Chicken",
    changes: { name: { from: "Hen", to: "Chicken" }, plural: { from: "hens", to: "chickens" } },
  });
  expect((await undo(renamed.headers["change-set"])).status).toBe(200);
  expect(await call("GET /v1/categories/80", Category)).toMatchObject({ name: "Hen", plural: "hens" });
});

test("the addition of a kind can be undone, and that again", async () => {
  const added = await refuse("POST /v1/categories", { name: "Pig", id: 90, picture: "horse", words: ["hog"] });
  const removed = await undo(added.headers["change-set"]);
  expect(removed.status).toBe(200);
  expectError(await service.call("GET /v1/categories/90", { key: token() }), 404, "not_found");
  expect((await undo(removed.headers["change-set"])).status).toBe(200);
  expect(await call("GET /v1/categories/90", Category)).toEqual(Category.parse(added.json));
  const actions = (await settingChangesOf("90")).map(({ action }) => action);
  expect(actions).toEqual(["category.create", "category.remove", "category.create"]);
});

test("a process learns within a second what another has changed", async () => {
  await add({ name: "Newt", id: 95 });
  const found = async () => (await call("GET /v1/pets/search?q=salamander", FoundPets)).filters.categoryId;
  expect(await found()).toBeUndefined();
  await pool().query("UPDATE categories SET words = '{salamander}' WHERE id = 95");
  await expect.poll(found, { timeout: 30_000 }).toBe(95n);
});
