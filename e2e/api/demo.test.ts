import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { OPERATOR } from "@/lib/audit/store";
import { db } from "@/lib/database/client";
import { CATEGORIES } from "@/lib/pets/kinds/categories";
import { findPhotoFile } from "@/lib/pets/photos/file-store";
import { parsePhotoPath } from "@/lib/pets/photos/files";
import { coatNameOf, demoAnimals } from "@/server/demo/animals";
import { drawPhotos } from "@/server/demo/photos";
import { drawRemaining, startDrawing } from "@/server/demo/remaining-photos";
import { drawScene } from "@/server/demo/scene";
import { seedDemo } from "@/server/demo/seed";
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
      photos: z.array(z.object({ alt: z.string(), urls: z.record(z.string(), z.string()) })),
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

  test("the newest available demo animals have photos, which can be read", async () => {
    const pets = await read("/v1/pets?limit=100&include=profile", Pets);
    const photographed = pets.filter(({ profile }) => profile.photos.length > 0);
    expect(photographed).toEqual(pets.filter(({ status }) => status === "available").slice(0, 16));
    const [photo] = photographed[0]?.profile.photos ?? [];
    expect(photo?.alt).toBe(`${photographed[0]?.name}, drawn in a landscape`);
    const name = parsePhotoPath(String(photo?.urls["640"]));
    const file = name && (await findPhotoFile(name));
    expect(Buffer.from(file ?? []).toString("latin1", 0, 12)).toMatch(/^RIFF[\s\S]{4}WEBP$/);
    expect(new Set(await hashes()).size).toBe(24);
  });

  test("the demo shelter has a postal address and opening hours", async () => {
    const shelter = await read("/v1/shelter", z.looseObject({ city: z.string(), openingHours: z.string() }));
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

describe("the photos that are drawn after the start", () => {
  test("drawing photos after the start stops with the service", async () => {
    const before = await hashes();
    await startDrawing({ firstMs: 60_000 })();
    await startDrawing({ firstMs: 0 })();
    const stopped = new AbortController();
    stopped.abort();
    await drawRemaining(stopped.signal);
    expect(await hashes()).toEqual(before);
  });

  test("every demo animal without photos gets a drawn one, also pending and adopted ones, and the history says so", async () => {
    const bare = await read("/v1/pets?limit=100&lacks=photo&include=profile", Pets);
    // Drawing all of them is slow, so most become animals that a person has added.
    const wanted = ["available", "pending", "sold"].flatMap((one) =>
      bare.filter(({ status }) => status === one).slice(0, 2),
    );
    const ids = wanted.map(({ id }) => id);
    await db().pet.updateMany({ where: { id: { notIn: ids } }, data: { createdBy: "operator" } });
    await drawRemaining(new AbortController().signal, 0);
    const left = await read("/v1/pets?limit=100&lacks=photo&include=profile", Pets);
    expect(left.map(({ id }) => id)).toEqual(bare.map(({ id }) => id).filter((id) => !ids.includes(id)));
    for (const { id, name } of wanted) {
      const profile = z.object({ photos: z.array(z.object({ alt: z.string() })) });
      const described = await read(`/v1/pets/${id}/profile`, profile);
      expect(described.photos).toEqual([{ alt: `${name}, drawn in a landscape` }]);
      const [entry] = await read(`/v1/pets/${id}/history?limit=1`, z.array(z.looseObject({})));
      expect(entry).toMatchObject({ action: "photo.added", actor: { kind: "service" } });
    }
    const drawn = await hashes();
    await drawRemaining(new AbortController().signal, 0);
    expect(await hashes()).toEqual(drawn);
  });
});

describe("the drawn photos", () => {
  test("drawn photos are the same every time", async () => {
    const [once, again] = [await drawPhotos([DOG]), await drawPhotos([DOG])];
    expect(once).toHaveLength(1);
    expect(once[0]).toMatchObject({ width: 1024, height: 768 });
    expect(again).toEqual(once);
  });

  test("drawn photos show every demo animal in its own coat", () => {
    const coats = demoAnimals().map(({ name, categoryId }) => {
      const coatName = coatNameOf(name);
      const own = drawScene({ id: 1n, categoryId, coatName });
      expect(own, name).not.toMatch(/var\(|undefined/);
      expect(own, name).not.toBe(drawScene({ id: 1n, categoryId }));
      return `${categoryId} ${coatName}`;
    });
    expect(new Set(coats).size).toBe(60);
  });

  test("drawn photos have colours for every kind and coat", () => {
    for (const { id: categoryId } of [...CATEGORIES, { id: 99n }]) {
      for (let petId = 1n; petId <= 30n; petId++) {
        expect(drawScene({ id: petId, categoryId })).not.toMatch(/var\(|undefined/);
      }
    }
  });
});

const DOG = { id: 5n, categoryId: 1n };

async function hashes(): Promise<string[]> {
  const rows = await db().photo.findMany({ select: { hash: true } });
  return rows.map(({ hash }) => Buffer.from(hash).toString("hex"));
}
