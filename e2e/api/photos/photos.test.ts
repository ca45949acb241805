import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { setConverter } from "@/lib/pets/photos/convert";
import { Photo, Photos } from "@/lib/pets/photos/schema";
import { expectError } from "../support/answers";
import { entry, historyOf, idsOf, newPet, suitePhotos, versionOf } from "../support/photo-suite";
import { plainPhoto, smallPhoto } from "../support/photos";
import { storedRows, storePhotos } from "../support/records";
import { newKeyWithId } from "../support/service";

// Adding, changing and removing photos. Undoing is in photos-undo.test.ts.
const { service, send, add, put, remove } = suitePhotos();

/** A file of a photo, as a browser gets it. */
async function file(path: string): Promise<Buffer> {
  const response = await fetch(`${service.origin}${path}`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

describe("POST /v1/pets/{petId}/photos", () => {
  test("a photo becomes pictures of four widths and a card, upright and without metadata", async () => {
    setConverter(null);
    const exif = { IFD0: { Copyright: "a secret owner" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1" } };
    const sideways = await plainPhoto(2_600, 1_300).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect((await sharp(sideways).metadata()).orientation).toBe(6);
    expect(sideways.includes("a secret owner")).toBe(true);

    const photo = await add(await newPet(), sideways, { type: "image/jpeg", alt: "Él 🐕" });
    expect(photo).toMatchObject({ alt: "Él 🐕", width: 1280, height: 2560 });
    for (const [width, path] of Object.entries(photo.urls)) {
      const bytes = await file(path);
      const found = await sharp(bytes).metadata();
      expect(found).toMatchObject(
        width === "card"
          ? { format: "jpeg", width: 1200, height: 630 }
          : { format: "webp", width: Number(width), height: 2 * Number(width) },
      );
      for (const name of ["exif", "icc", "xmp", "iptc", "orientation"] as const) expect(found[name]).toBeUndefined();
      expect(bytes.includes("secret")).toBe(false);
    }
  });

  test("a small photo is not enlarged, but the card always has its size, and what is clear becomes white", async () => {
    setConverter(null);
    const background = { r: 0, g: 0, b: 0, alpha: 0 };
    const clear = sharp({ create: { width: 400, height: 300, channels: 4, background } });
    const photo = await add(await newPet(), await clear.webp().toBuffer(), { type: "image/webp" });
    expect(photo).toMatchObject({ width: 400, height: 300 });
    const { 320: small, 640: medium, 1280: large, card } = photo.urls;
    const found = [small, medium, large, card].map(async (path) => {
      const { data, info } = await sharp(await file(path))
        .raw()
        .toBuffer({ resolveWithObject: true });
      return { width: info.width, pixel: [...data.subarray(0, info.channels)] };
    });
    const pixel = [255, 255, 255];
    expect(await Promise.all(found)).toEqual([320, 400, 400, 1200].map((width) => ({ width, pixel })));
  });

  test("photos with 16 bits for each colour, or in the colours of a printer, are accepted", async () => {
    setConverter(null);
    const petId = await newPet();
    await add(petId, await plainPhoto(60, 40).toColourspace("rgb16").png().toBuffer());
    await add(petId, await plainPhoto(60, 40).toColourspace("cmyk").jpeg().toBuffer(), { type: "image/jpeg" });
  });

  test("each photo is in the history with a new version, its text may be absent, and the same photo is stored once", async () => {
    const petId = await newPet();
    const { id, key } = await newKeyWithId();
    const headers = { "content-type": "image/png" };
    const first = await service.call(`POST /v1/pets/${petId}/photos`, { key, headers, body: await smallPhoto() });
    expect(first).toMatchObject({ status: 201, headers: { etag: '"2"' } });
    const one = Photo.parse(first.json);
    const alt = "🐶".repeat(300);
    const two = await add(petId, undefined, { key, alt });
    expect(two).toMatchObject({ alt, urls: one.urls });
    expect(await versionOf(petId)).toBe("3");
    const added = { author: `key:${id}`, action: "photo.added" };
    const [before, after] = [{ id: Number(one.id), alt: "" }, entry(two)];
    expect(await historyOf(petId)).toEqual([
      { ...added, changes: { photos: { from: [], to: [before] } }, version: "2" },
      { ...added, changes: { photos: { from: [before], to: [before, after] } }, version: "3" },
    ]);
  });

  test("an animal has at most six photos, even when more are sent at the same time", async () => {
    const petId = await newPet();
    await storePhotos(petId, "", "", "", "", "");
    const photo = await smallPhoto();
    const answers = await Promise.all([send(petId, photo), send(petId, photo)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await idsOf(petId)).toHaveLength(6);
    expectError(await send(petId, photo), 409, "conflict", "An animal has at most 6 photos");
    expect(await historyOf(petId)).toHaveLength(1);
  });
});

describe("PUT /v1/pets/{petId}/photos", () => {
  test("sets order and texts, and removes what is left out", async () => {
    const petId = await newPet();
    const [one, two, three] = (await storePhotos(petId, "One", "Two", "Three")) as [Photo, Photo, Photo];
    const answer = await put(petId, [{ ...three, alt: "First" }, one], { "if-match": '"1"' });
    expect(answer).toMatchObject({ status: 200, headers: { etag: '"2"' } });
    expect(Photos.parse(answer.json)).toEqual([{ ...three, alt: "First" }, one]);
    expect(await idsOf(petId)).toEqual([three.id, one.id]);
    expect(await historyOf(petId)).toMatchObject([
      {
        action: "photos.changed",
        changes: {
          photos: { from: [one, two, three].map(entry), to: [entry({ ...three, alt: "First" }), entry(one)] },
        },
      },
    ]);
    expect(await put(petId, [])).toMatchObject({ status: 200, text: "[]" });
  });

  test("the current photos in the same order add no version and no history", async () => {
    const petId = await newPet();
    const photos = await storePhotos(petId, "One");
    const before = await storedRows();
    expect(await put(petId, photos)).toMatchObject({ status: 200, headers: { etag: '"1"' } });
    expect(await storedRows()).toEqual(before);
  });

  test.each<[what: string, body: string, message: RegExp]>([
    ["the same photo twice", '[{"id":1,"alt":""},{"id":1,"alt":"a"}]', /must not repeat a photo/],
    ["seven photos", JSON.stringify([1, 2, 3, 4, 5, 6, 7].map((id) => ({ id, alt: "" }))), /at most 6 photos/],
    ["no text", '[{"id":1}]', /^0.alt is required/],
    ["a long text", JSON.stringify([{ id: 1, alt: "a".repeat(301) }]), /^0.alt must have at most 300/],
  ])("%s: 400", async (_what, body, message) => {
    const petId = await newPet();
    const answer = await service.call(`PUT /v1/pets/${petId}/photos`, { body });
    expectError(answer, 400, "bad_request", message);
  });

  test("a photo of another animal: 409", async () => {
    const [petId, other] = [await newPet(), await newPet()];
    const photos = await storePhotos(other, "Theirs");
    expectError(await put(petId, photos), 409, "conflict", `This animal has no photo ${photos[0]?.id}`);
    expect(await idsOf(other)).toEqual([photos[0]?.id]);
  });
});

describe("DELETE /v1/pets/{petId}/photos/{photoId}", () => {
  test("a photo is removed once", async () => {
    const petId = await newPet();
    const [one, two] = (await storePhotos(petId, "One", "Two")) as [Photo, Photo];
    expect(await remove(petId, one.id, { "if-match": '"1"' })).toMatchObject({ status: 204, headers: { etag: '"2"' } });
    expect(await idsOf(petId)).toEqual([two.id]);
    expect(await historyOf(petId)).toMatchObject([
      { action: "photo.removed", changes: { photos: { from: [entry(one), entry(two)], to: [entry(two)] } } },
    ]);
    // Whatever the version: what is not there cannot be in another one.
    const again = await remove(petId, one.id, { "if-match": '"999"' });
    expectError(again, 404, "not_found", "This animal has no photo");
  });

  test("the photo of another animal: 404", async () => {
    const [photo] = (await storePhotos(await newPet(), "Theirs")) as [Photo];
    expectError(await remove(await newPet(), photo.id), 404, "not_found");
  });
});
