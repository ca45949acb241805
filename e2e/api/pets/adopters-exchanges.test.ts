import { expect, test } from "vitest";
import { type NewProfile, NO_PROFILE } from "@/lib/pets/profile/schema";
import { suiteService } from "../support/service";

const service = suiteService();

async function add(name: string, pet: object, profile: Partial<NewProfile> = {}): Promise<string> {
  const body = JSON.stringify({ name, categoryId: 2, ...pet });
  const { headers, json } = await service.call("POST /v1/pets", { body });
  const target = `PUT ${headers.location}/profile`;
  expect(await service.call(target, { body: JSON.stringify({ ...NO_PROFILE, ...profile }) })).toMatchObject({
    status: 200,
  });
  return String((json as { id: bigint }).id);
}

test("adopters list animals by their status, and read their favourites in one request", async () => {
  const goodWith = { children: true, dogs: false, cats: null };
  const dog = await add("Wrenlow", { categoryId: 1 }, { breed: "Lurcher", goodWith });
  const cat = await add("Tamsel", { status: "pending" }, { sex: "female", goodWith: { ...goodWith, dogs: null } });
  const adopted = await add("Oddbrook", { status: "sold" });
  const removed = await add("Gone", {});
  for (const status of ["available", "pending", "sold"])
    await service.call(`GET /v1/pets/search?limit=24&status=${status}`, { record: `adopters-${status}` });
  await service.call(`DELETE /v1/pets/${removed}`, { headers: { "if-match": "*" } });
  const favourites = async (record: string, ids: string[]) =>
    service.call(`GET /v1/pets?limit=100&include=profile%2CwaitsSince&ids=${ids.join("%2C")}`, { record });
  await favourites("favourites", [adopted, cat, dog, removed]);
  await favourites("favourites-one", [dog]);
});
