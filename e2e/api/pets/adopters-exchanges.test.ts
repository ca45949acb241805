import { beforeEach, expect, test } from "vitest";
import { type NewProfile, NO_PROFILE } from "@/lib/pets/profile/schema";
import { expectPet } from "../support/answers";
import { asOwner, suiteService } from "../support/service";

const service = suiteService();
beforeEach(() => asOwner("TRUNCATE pets, pet_profiles CASCADE"));

async function add(name: string, pet: object, profile: Partial<NewProfile> = {}): Promise<bigint> {
  const body = JSON.stringify({ name, ...pet });
  const { id } = expectPet(await service.call("POST /v1/pets", { body }), 201);
  const target = `PATCH /v1/pets/${id}/profile`;
  const described = await service.call(target, { body: JSON.stringify({ ...NO_PROFILE, ...profile }) });
  expect(described.status, described.text).toBe(200);
  return id;
}

const record = async (name: string, target: string) =>
  expect(await service.call(`GET /v1/pets${target}`, { record: name })).toMatchObject({ status: 200 });

// First, because its exchange has the number 1 for both the kind and the first animal.
test("dogs are found with what is known about them", async () => {
  await add("Blank", { categoryId: 1 });
  const goodWith = { children: true, dogs: true, cats: false };
  const facts = { sex: "female", bornOn: "2020", size: "medium", breed: "Collie cross", goodWith } as const;
  await add("Known", { categoryId: 1 }, facts);
  const none = { children: false, dogs: false, cats: false };
  await add("Loner", { categoryId: 1 }, { breed: "W".repeat(60), goodWith: none });
  await add("Shy 💛 من", { categoryId: 1 }, { goodWith: { ...none, cats: null } });
  await record("found-dogs", "/search?limit=24&status=available&categoryId=1");
});

test("adopters list animals by their status, and read their favourites in one request", async () => {
  const goodWith = { children: true, dogs: false, cats: null };
  const dog = await add("Wrenlow", { categoryId: 1 }, { breed: "Lurcher", goodWith });
  const cat = await add(
    "Tamsel",
    { categoryId: 2, status: "pending" },
    { sex: "female", goodWith: { ...goodWith, dogs: null } },
  );
  const adopted = await add("Oddbrook", { categoryId: 2, status: "sold" });
  const removed = await add("Gone", { categoryId: 2 });
  for (const status of ["available", "pending", "sold"])
    await record(`adopters-${status}`, `/search?limit=24&status=${status}`);
  await service.call(`DELETE /v1/pets/${removed}`, { headers: { "if-match": "*" } });
  const favourites = (name: string, ids: bigint[]) =>
    record(name, `?limit=100&include=profile%2CarrivedAt&ids=${ids.join("%2C")}`);
  await favourites("favourites", [adopted, cat, dog, removed]);
  await favourites("favourites-one", [dog]);
});

test("adopters browse, filter and find nothing", async () => {
  await add("Bartholomew-Maximilian-the-Third-of-".repeat(7), { categoryId: 1 }, { sex: "female", bornOn: "2010" });
  await add("\u202Eשמשון הגיבור מן ".repeat(14).trim(), { categoryId: 2 }, { bornOn: "2010" });
  await add("😀".repeat(255), { categoryId: 2 });
  await record("browse", "/search?limit=24&status=available");
  await record("browse-counts", "/counts");
  await record("browse-senior", "/search?limit=24&status=available&ageGroup=senior");
  await record("browse-senior-counts", "/counts?ageGroup=senior");
  await record("browse-adopted-senior", "/search?limit=24&status=sold&ageGroup=senior");
  await record("browse-pending", "/search?limit=24&status=pending");
  await record("browse-nothing", "/search?limit=24&q=nobody&status=available");
});
