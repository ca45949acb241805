import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { Photo, Photos } from "@/lib/pets/photos/schema";
import { expectError } from "../support/answers";
import { entry, historyOf, idsOf, newPet, suitePhotos, versionOf } from "../support/photo-suite";
import { noisyPhoto, plainPhoto, smallPhoto } from "../support/photos";
import { storedRows } from "../support/records";
import { newKeyWithId } from "../support/service";
import { holdingTransaction, waiting } from "../support/transaction";

// Adding, changing and removing photos. Undoing is in photos-undo.test.ts.
const { service, send, add, put, remove } = suitePhotos();

/** A file of a photo, as a browser gets it. */
async function file(path: string): Promise<Buffer> {
  const response = await fetch(`${service.origin}${path}`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

describe("POST /v1/pets/{petId}/photos", () => {
  test("a photo becomes pictures of three widths and a card, upright and without metadata", async () => {
    const exif = { IFD0: { Copyright: "a secret owner" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1" } };
    const sideways = await noisyPhoto(3000, 1500).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect((await sharp(sideways).metadata()).orientation).toBe(6);
    expect(sideways.includes("a secret owner")).toBe(true);

    const photo = await add(await newPet(), sideways, { type: "image/jpeg", alt: "Él 🐕" });
    expect(photo).toMatchObject({ alt: "Él 🐕", width: 1280, height: 2560 });
    for (const [width, path] of Object.entries(photo.urls)) {
      const bytes = await file(path);
      const isCard = width === "card";
      const found = await sharp(bytes).metadata();
      expect(found).toMatchObject(
        isCard
          ? { format: "jpeg", width: 1200, height: 630 }
          : { format: "webp", width: Number(width), height: 2 * Number(width) },
      );
      for (const name of ["exif", "icc", "xmp", "iptc", "orientation"] as const) expect(found[name]).toBeUndefined();
      expect(bytes.includes("secret")).toBe(false);
    }
  });

  test("a small photo is not enlarged, but the card always has its size", async () => {
    const photo = await add(await newPet(), await plainPhoto(400, 300).webp().toBuffer(), { type: "image/webp" });
    expect(photo).toMatchObject({ width: 400, height: 300 });
    const widths = [photo.urls[320], photo.urls[640], photo.urls[1280], photo.urls.card].map(
      async (path) => (await sharp(await file(path)).metadata()).width,
    );
    expect(await Promise.all(widths)).toEqual([320, 400, 400, 1200]);
  });

  test("all pixel formats are accepted: grey, transparent, 16 bits, CMYK", async () => {
    const petId = await newPet();
    const clear = {
      create: { width: 60, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.5 } },
    } as const;
    await add(petId, await plainPhoto(60, 40).greyscale().png().toBuffer());
    await add(petId, await plainPhoto(60, 40).toColourspace("rgb16").png().toBuffer());
    await add(petId, await plainPhoto(60, 40).toColourspace("cmyk").jpeg().toBuffer(), { type: "image/jpeg" });
    const photo = await add(petId, await sharp(clear).png().toBuffer());
    expect((await sharp(await file(photo.urls[1280])).metadata()).hasAlpha).toBe(true);
  });

  test("the text may be empty or absent, and has at most 300 characters", async () => {
    const petId = await newPet();
    expect((await add(petId, undefined, { alt: "" })).alt).toBe("");
    expect((await add(petId, undefined, { alt: "🐶".repeat(300) })).alt).toBe("🐶".repeat(300));
    const [target, headers] = [`POST /v1/pets/${petId}/photos`, { "content-type": "image/png" }];
    expect(Photo.parse((await service.call(target, { body: await smallPhoto(), headers })).json).alt).toBe("");
    expectError(await send(petId, await smallPhoto(), { alt: "🐶".repeat(301) }), 400, "bad_request", "alt must have");
    expectError(await send(petId, await smallPhoto(), { alt: "a\nb" }), 400, "bad_request", "alt must not contain");
  });

  test("the photo is in the history, and the animal has a new version", async () => {
    const petId = await newPet();
    const { id, key } = await newKeyWithId();
    const first = await send(petId, await smallPhoto(), { key });
    const second = await add(petId, undefined, { key, alt: "Two" });
    const one = { id: Number(Photo.parse(first.json).id), alt: "A dog" };
    expect(first.headers.etag).toBe('"2"');
    expect(await versionOf(petId)).toBe("3");
    expect(await historyOf(petId)).toEqual([
      { author: `key:${id}`, action: "photo.added", changes: { photos: { from: [], to: [one] } }, version: "2" },
      expect.objectContaining({
        changes: { photos: { from: [one], to: [one, { id: Number(second.id), alt: "Two" }] } },
      }),
    ]);
  });

  test("the same photo twice is stored once", async () => {
    const [one, two] = [await add(await newPet()), await add(await newPet())];
    expect(one.urls).toEqual(two.urls);
    expect(one.id).not.toBe(two.id);
  });

  test("an animal has at most six photos, even when more are sent at the same time", async () => {
    const petId = await newPet();
    for (let count = 0; count < 3; count++) await add(petId);
    const photo = await smallPhoto();
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(petId, photo)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 201, 201, 409, 409, 409]);
    expect(await idsOf(petId)).toHaveLength(6);
    expectError(await send(petId, photo), 409, "conflict", "An animal has at most 6 photos");
    expect((await historyOf(petId)).map(({ version }) => version)).toEqual(["2", "3", "4", "5", "6", "7"]);
  });

  test("an unknown animal: 404", async () => {
    expectError(await send(999_999_999n, await smallPhoto()), 404, "not_found");
  });
});

describe("PUT /v1/pets/{petId}/photos", () => {
  test("sets order and texts, and removes what is left out", async () => {
    const petId = await newPet();
    const [one, two, three] = [await add(petId), await add(petId), await add(petId)];
    const answer = await put(petId, [{ ...three, alt: "First" }, one], { "if-match": '"4"' });
    expect(answer).toMatchObject({ status: 200, headers: { etag: '"5"' } });
    expect(Photos.parse(answer.json)).toEqual([{ ...three, alt: "First" }, one]);
    expect(await idsOf(petId)).toEqual([three.id, one.id]);
    const [, , , last] = await historyOf(petId);
    expect(last).toMatchObject({
      action: "photos.changed",
      changes: { photos: { from: [one, two, three].map(entry), to: [entry({ ...three, alt: "First" }), entry(one)] } },
    });
  });

  test("the empty list removes all photos", async () => {
    const petId = await newPet();
    await add(petId);
    expect(await put(petId, [])).toMatchObject({ status: 200, text: "[]" });
  });

  test("the current photos in the same order add no version and no history", async () => {
    const petId = await newPet();
    const photo = await add(petId);
    const before = await storedRows();
    expect(await put(petId, [photo])).toMatchObject({ status: 200, headers: { etag: '"2"' } });
    expect(await storedRows()).toEqual(before);
  });

  test.each<[what: string, body: string, message: RegExp]>([
    ["the same photo twice", '[{"id":1,"alt":""},{"id":1,"alt":"a"}]', /must not repeat a photo/],
    ["seven photos", JSON.stringify([1, 2, 3, 4, 5, 6, 7].map((id) => ({ id, alt: "" }))), /at most 6 photos/],
    ["no text", '[{"id":1}]', /^0.alt is required/],
    ["a long text", JSON.stringify([{ id: 1, alt: "a".repeat(301) }]), /^0.alt must have at most 300/],
    ["U+0000", '[{"id":1,"alt":"\\u0000"}]', /^0.alt must not contain control/],
    ["half a character", '[{"id":1,"alt":"\\ud800"}]', /^0.alt must be well-formed/],
    ["an id that is not an integer", '[{"id":"1","alt":""}]', /^0.id must be/],
    ["something else than objects", "[1]", /^0 /],
    ["__proto__", '[{"id":1,"alt":"","__proto__":{}}]', /^__proto__ is not a known field/],
    ["an object", '{"photos":[]}', /^body must be a JSON array/],
  ])("%s: 400", async (_what, body, message) => {
    const petId = await newPet();
    const answer = await service.call(`PUT /v1/pets/${petId}/photos`, { body });
    expectError(answer, 400, "bad_request", message);
  });

  test("a photo of another animal: 409", async () => {
    const [petId, other] = [await newPet(), await newPet()];
    const photo = await add(other);
    expectError(await put(petId, [photo]), 409, "conflict", `This animal has no photo ${photo.id}`);
    expect(await idsOf(other)).toEqual([photo.id]);
  });

  test("of 20 simultaneous changes with one version, one succeeds", async () => {
    const petId = await newPet();
    const photo = await add(petId);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => put(petId, [{ ...photo, alt: `${index}` }], { "if-match": '"2"' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(412)]);
    expect(await versionOf(petId)).toBe("3");
  });
});

test("a profile that is read while the photos change has the photos of its version", async () => {
  const petId = await newPet();
  const photo = await add(petId);
  const { read } = await holdingTransaction({ sql: "LOCK photos" }, async (client) => {
    const read = service.call(`GET /v1/pets/${petId}/profile`);
    await waiting(1);
    await client.query("UPDATE photos SET removed_at = now() WHERE id = $1", [photo.id]);
    await client.query("UPDATE pets SET version = version + 1 WHERE id = $1", [petId]);
    return { read };
  });
  expect(await read).toMatchObject({ status: 200, headers: { etag: '"3"' }, json: { photos: [] } });
});

describe("DELETE /v1/pets/{petId}/photos/{photoId}", () => {
  test("a photo is removed once", async () => {
    const petId = await newPet();
    const [one, two] = [await add(petId), await add(petId)];
    expect(await remove(petId, one.id, { "if-match": '"3"' })).toMatchObject({ status: 204, headers: { etag: '"4"' } });
    expect(await idsOf(petId)).toEqual([two.id]);
    expectError(await remove(petId, one.id), 404, "not_found", "This animal has no photo");
    expect((await historyOf(petId)).at(-1)).toMatchObject({
      action: "photo.removed",
      changes: { photos: { from: [entry(one), entry(two)], to: [entry(two)] } },
    });
  });

  test("the photo of another animal, or an id that is not a number: 404", async () => {
    const photo = await add(await newPet());
    expectError(await remove(await newPet(), photo.id), 404, "not_found");
    expectError(await service.call(`DELETE /v1/pets/${await newPet()}/photos/x`), 404, "not_found");
  });

  test("an unknown photo with another version: 404, not 412", async () => {
    expectError(await remove(await newPet(), 1n, { "if-match": '"999"' }), 404, "not_found");
  });
});
