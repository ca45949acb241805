import { beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { OPERATOR } from "@/lib/audit/store";
import { db } from "@/lib/database/client";
import { Photos } from "@/lib/pets/photos/schema";
import { demoAnimals, seedDemo } from "@/server/demo/seed";
import { newPerson, suiteService } from "./support/service";

const service = suiteService({
  environment: { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "pets@shelter.example", SITE_URL: "http://pets.example" },
});

const Profile = z.looseObject({ ageGroup: z.nullable(z.string()), photos: Photos });
const Pets = z.array(z.object({ name: z.string(), status: z.string(), profile: Profile }));
const Statuses = z.array(z.object({ status: z.string() }));

let admin = "";
beforeAll(async () => {
  admin = (await newPerson("admin")).token;
  expect(await seedDemo(OPERATOR)).toBe(60);
});

async function read<S extends z.ZodMiniType>(target: string, schema: S): Promise<z.infer<S>> {
  const answer = await service.call(`GET ${target}`, { key: admin });
  expect(answer.status, answer.text).toBe(200);
  return schema.parse(answer.json);
}

const byStatus = (rows: readonly { status: string }[]) =>
  Object.fromEntries([...Map.groupBy(rows, ({ status }) => status)].map(([status, all]) => [status, all.length]));

test("demo animals have all their facts and a story, in their statuses", async () => {
  const pets = await read("/v1/pets?limit=100&sort=oldest&include=profile", Pets);
  const expected = demoAnimals().map(({ name, status, profile }) => ({ name, status, profile }));
  expect(pets).toMatchObject(expected);
  const groups = new Set(pets.map(({ profile }) => profile.ageGroup));
  expect(groups).toEqual(new Set(["baby", "young", "adult", "senior", null]));
});

test("every demo animal has a photo of its own, and some have more", async () => {
  const pets = await read("/v1/pets?limit=100&include=profile", Pets);
  for (const { name, profile } of pets) expect(profile.photos[0]?.alt).toBe(`${name}, drawn in a landscape`);
  const photos = pets.flatMap(({ profile }) => profile.photos);
  expect(new Set(photos.map(({ urls }) => urls.card)).size).toBe(68);
});

test("demo applications and adoptions have every status, and no mail is sent about them", async () => {
  const applications = { new: 3, talking: 1, visit: 1, approved: 5, declined: 1 };
  expect(byStatus(await read("/v1/applications?limit=100", Statuses))).toEqual(applications);
  const orders = { open: 2, completed: 13, returned: 1 };
  expect(byStatus(await read("/v1/store/orders?limit=100", Statuses))).toEqual(orders);
  expect(await db().job.count()).toBe(0);
});
