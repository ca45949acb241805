import { expect, test } from "vitest";
import { type NewProfile, NO_PROFILE } from "@/lib/pets/profile/schema";
import { suiteService } from "../support/service";

const service = suiteService();

async function add(name: string, categoryId: number, profile: Partial<NewProfile> = {}): Promise<void> {
  const added = await service.call("POST /v1/pets", { body: JSON.stringify({ name, categoryId }) });
  const target = `PUT ${added.headers.location}/profile`;
  await service.call(target, { body: JSON.stringify({ ...NO_PROFILE, ...profile }) });
}

test("adopters browse, filter and find nothing", async () => {
  await add("Bartholomew-Maximilian-the-Third-of-".repeat(7), 1, { sex: "female", bornOn: "2010" });
  await add("\u202Eשמשון הגיבור מן ".repeat(14).trim(), 2, { bornOn: "2010" });
  await add("😀".repeat(255), 2);
  const record = async (name: string, target: string) =>
    expect(await service.call(`GET /v1/pets/${target}`, { record: name })).toMatchObject({ status: 200 });
  await record("browse", "search?limit=24&status=available");
  await record("browse-counts", "counts");
  await record("browse-senior", "search?limit=24&status=available&ageGroup=senior");
  await record("browse-senior-counts", "counts?ageGroup=senior");
  await record("browse-adopted-senior", "search?limit=24&status=sold&ageGroup=senior");
  await record("browse-pending", "search?limit=24&status=pending");
  await record("browse-nothing", "search?limit=24&q=nobody&status=available");
});

test("an animal is added", async () => {
  await service.call("GET /v1/pets?q=Early&limit=20", { record: "rabbits-none" });
  const body = JSON.stringify({ name: "Early", categoryId: 3, status: "available" });
  expect(await service.call("POST /v1/pets", { body, record: "rabbit-added" })).toMatchObject({ status: 201 });
});
