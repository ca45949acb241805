import { expect, test } from "vitest";
import { type NewProfile, NO_PROFILE } from "@/lib/pets/profile/schema";
import { suiteService } from "../support/service";

const service = suiteService();

async function addDog(name: string, profile: Partial<NewProfile>): Promise<void> {
  const added = await service.call("POST /v1/pets", { body: JSON.stringify({ name, categoryId: 1 }) });
  const body = JSON.stringify({ ...NO_PROFILE, ...profile });
  const target = `PUT ${added.headers.location}/profile`;
  expect(await service.call(target, { body })).toMatchObject({ status: 200 });
}

test("dogs are found with what is known about them", async () => {
  await addDog("Blank", {});
  const goodWith = { children: true, dogs: true, cats: false };
  await addDog("Known", { sex: "female", bornOn: "2020", size: "medium", breed: "Collie cross", goodWith });
  await addDog("Loner", { breed: "W".repeat(60), goodWith: { children: false, dogs: false, cats: false } });
  await addDog("Shy 💛 من", { goodWith: { children: false, dogs: false, cats: null } });
  await service.call("GET /v1/pets/search?limit=24&status=available&categoryId=1", { record: "found-dogs" });
});
