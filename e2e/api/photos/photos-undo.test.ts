import { describe, expect, test } from "vitest";
import { pool } from "@/lib/database/pool";
import { erasePhoto } from "@/lib/pets/photos/file-store";
import type { Photo } from "@/lib/pets/photos/schema";
import { setClock } from "@/lib/process/clock";
import { DAY_MS } from "@/lib/values/time";
import { sweepUp } from "@/server/sweep";
import { expectError } from "../support/answers";
import { entry, historyOf, newPet, photosOf, suitePhotos } from "../support/photo-suite";
import { plainPhoto } from "../support/photos";
import { undoLatest } from "../support/records";

const { service, add, put, remove } = suitePhotos();

const undo = (petId: bigint) => undoLatest(service, petId);

describe("undoing a change of photos", () => {
  test("restores the photos after an addition, a removal and a new order, and can itself be undone", async () => {
    const petId = await newPet();
    const [one, two] = [await add(petId, undefined, { alt: "One" }), await add(petId)];
    expect((await undo(petId)).status).toBe(200);
    expect(await photosOf(petId)).toEqual([one]);
    expect((await undo(petId)).status).toBe(200);
    expect(await photosOf(petId)).toEqual([one, two]);

    await put(petId, [{ ...two, alt: "New" }]);
    expect((await undo(petId)).status).toBe(200);
    expect(await photosOf(petId)).toEqual([one, two]);
    expect((await historyOf(petId)).at(-1)).toMatchObject({
      action: "undone",
      changes: { photos: { from: [entry({ ...two, alt: "New" })], to: [entry(one), entry(two)] } },
    });
  });
});

describe("a removed photo", () => {
  const files = async (hash: string) =>
    Number(
      (await pool().query("SELECT count(*) FROM photo_files WHERE hash = $1", [Buffer.from(hash, "hex")])).rows[0]
        .count,
    );
  const hashOf = (photo: Photo) => /[0-9a-f]{64}/.exec(photo.urls[320])?.[0] ?? "";

  test("can be restored for 30 days, with its place and text", async () => {
    const petId = await newPet();
    const [one, two] = [await add(petId), await add(petId)];
    await remove(petId, one.id);
    setClock(() => Date.now() + 29 * DAY_MS);
    await sweepUp();
    expect((await undo(petId)).status).toBe(200);
    expect(await photosOf(petId)).toEqual([one, two]);
  });

  test("is deleted with its files after 30 days, unless another photo has the same", async () => {
    const [petId, other] = [await newPet(), await newPet()];
    const bytes = await plainPhoto(7, 5, "#123456").png().toBuffer();
    const [one, same] = [await add(petId, bytes), await add(other, bytes)];
    await remove(petId, one.id);
    setClock(() => Date.now() + 31 * DAY_MS);
    await sweepUp();
    expect(await files(hashOf(one))).toBe(1);
    expectError(await undo(petId), 409, "conflict", `Photo ${one.id} was removed too long ago`);

    await remove(other, same.id);
    setClock(() => Date.now() + 62 * DAY_MS);
    await sweepUp();
    expect(await files(hashOf(one))).toBe(0);
  });

  test("can be erased at once, with its files, and cannot be restored", async () => {
    const petId = await newPet();
    const photo = await add(petId, await plainPhoto(8, 5, "#13579b").png().toBuffer());
    await expect(erasePhoto(hashOf(photo))).rejects.toMatchObject({ code: "conflict" });
    expect(await files(hashOf(photo))).toBe(1);
    await remove(petId, photo.id);
    await erasePhoto(hashOf(photo));
    expect(await files(hashOf(photo))).toBe(0);
    expectError(await undo(petId), 409, "conflict", `Photo ${photo.id} was removed too long ago`);
  });

  test("files that were stored and never used are deleted after a day", async () => {
    const petId = await newPet();
    const photo = await add(petId, await plainPhoto(9, 5, "#654321").png().toBuffer());
    await pool().query("DELETE FROM photos WHERE id = $1", [photo.id]);
    await sweepUp();
    expect(await files(hashOf(photo))).toBe(1);
    setClock(() => Date.now() + 1.1 * DAY_MS);
    await sweepUp();
    expect(await files(hashOf(photo))).toBe(0);
  });
});
