import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { OPERATOR } from "@/lib/audit/store";
import { db } from "@/lib/database/client";
import { findPhotoFile } from "@/lib/pets/photos/file-store";
import { parsePhotoPath } from "@/lib/pets/photos/files";
import { demoAnimals, seedDemo } from "@/server/demo/seed";
import { newPerson, suiteService } from "./support/service";

const service = suiteService({
  environment: { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "pets@shelter.example", SITE_URL: "http://pets.example" },
});

const Pets = z.array(
  z.object({
    id: z.bigint(),
    name: z.string(),
    status: z.string(),
    profile: z.looseObject({
      ageGroup: z.nullable(z.string()),
      photos: z.array(
        z.object({ alt: z.string(), width: z.bigint(), height: z.bigint(), urls: z.record(z.string(), z.string()) }),
      ),
    }),
  }),
);
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

describe("the demo data", () => {
  test("demo animals have all their facts and a story, in their statuses", async () => {
    const pets = await read("/v1/pets?limit=100&sort=oldest&include=profile", Pets);
    const expected = demoAnimals().map(({ name, status, profile }) => ({ name, status, profile }));
    const stored = pets.map(({ name, status, profile: { ageGroup: _age, photos: _photos, ...profile } }) => ({
      name,
      status,
      profile,
    }));
    expect(stored).toEqual(expected);
    expect(new Set(pets.map(({ profile }) => profile.ageGroup))).toEqual(
      new Set(["baby", "young", "adult", "senior", null]),
    );
  });

  test("every demo animal has a photo of its own, some have more, and each is as large as it says", async () => {
    const pets = await read("/v1/pets?limit=100&include=profile", Pets);
    for (const { name, profile } of pets) expect(profile.photos[0]?.alt).toBe(`${name}, drawn in a landscape`);
    const photos = pets.flatMap(({ profile }) => profile.photos);
    expect(photos).toHaveLength(68);
    expect(new Set(await hashes()).size).toBe(68);
    for (const { urls, width, height } of photos) {
      for (const path of Object.values(urls)) {
        const name = parsePhotoPath(path);
        const file = (name && (await findPhotoFile(name))) ?? new Uint8Array();
        const picture = await sharp(file).metadata();
        expect([picture.format, picture.width]).toEqual(
          path.endsWith("card.jpg")
            ? ["jpeg", 1200]
            : ["webp", Math.min(Number(width), Number(/(\d+)\.webp$/.exec(path)?.[1]))],
        );
        if (path === urls["1280"]) expect(picture.height).toBe(Number(height));
      }
    }
  });

  test("the demo shelter has a postal address and opening hours", async () => {
    const shelter = await read("/v1/shelter", z.looseObject({ city: z.string(), openingHours: z.looseObject({}) }));
    expect(shelter).toMatchObject({
      name: "Pawhaven",
      city: "Little Wickham",
      replyDays: 3n,
      adoptionNotes: expect.stringContaining("fee"),
    });
  });

  test("demo applications and adoptions have every status, and no mail is sent about them", async () => {
    expect(byStatus(await read("/v1/applications?limit=100", Statuses))).toEqual({
      new: 3,
      talking: 1,
      visit: 1,
      approved: 5,
      declined: 1,
    });
    expect(byStatus(await read("/v1/store/orders?limit=100", Statuses))).toEqual({
      open: 2,
      completed: 13,
      returned: 1,
    });
    expect(await db().mail.count()).toBe(0);
  });

  test("demo data are not added to a database with animals", async () => {
    const count = async () => [await db().pet.count(), await db().application.count(), (await hashes()).length];
    const before = await count();
    expect(await seedDemo(OPERATOR)).toBe(0);
    expect(await count()).toEqual(before);
  });
});

async function hashes(): Promise<string[]> {
  const rows = await db().photo.findMany({ select: { hash: true } });
  return rows.map(({ hash }) => Buffer.from(hash).toString("hex"));
}
