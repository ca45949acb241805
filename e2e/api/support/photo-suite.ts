import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { pool } from "@/lib/database/pool";
import { setConverter } from "@/lib/pets/photos/convert";
import { Photo } from "@/lib/pets/photos/schema";
import { getProfile } from "@/lib/pets/profile/store";
import { createPet } from "@/lib/pets/store";
import { setClock } from "@/lib/process/clock";
import { expectCommon } from "./answers";
import { smallPhoto } from "./photos";
import { changesOf } from "./records";
import { suiteService } from "./service";

/** From now on, each picture of a photo is the photo itself, which is fast. `setConverter(null)` ends that. */
export const convertQuickly = () =>
  setConverter({ script: join(import.meta.dirname, "quick-converter.mjs"), timeoutMs: 60_000 });

/** From now on, a program with this code converts, until `setConverter(null)`. */
export function convertBy(folder: string, code: string, timeoutMs = 60_000): void {
  const script = join(folder, "converter.mjs");
  writeFileSync(script, code);
  setConverter({ script, timeoutMs });
}

/** Starts a service, with the calls that add and change photos. Tests of conversions begin with `setConverter(null)`. */
export function suitePhotos() {
  const service = suiteService({ pages: async (_request, response) => void response.writeHead(404).end() });
  beforeAll(() => {
    // While the service is busy, conversions pause.
    const idle = { idle: 1, active: 0, utilization: 0 };
    const spy = vi.spyOn(performance, "eventLoopUtilization").mockReturnValue(idle);
    return () => spy.mockRestore();
  });
  beforeEach(convertQuickly);
  afterEach(() => {
    setClock(null);
    setConverter(null);
  });

  function send(petId: bigint, photo: Uint8Array, { alt = "A dog", type = "image/png", key = service.key } = {}) {
    const target = `POST /v1/pets/${petId}/photos?alt=${encodeURIComponent(alt)}`;
    return service.call(target, { key, body: photo, headers: { "content-type": type } });
  }

  /** Adds a photo and returns it. */
  async function add(petId: bigint, photo?: Uint8Array, more: Parameters<typeof send>[2] = {}) {
    const answer = await send(petId, photo ?? (await smallPhoto()), more);
    expect(answer, answer.text).toMatchObject({ status: 201 });
    expectCommon(answer);
    return Photo.parse(answer.json);
  }

  const put = (petId: bigint, photos: readonly { id: bigint; alt: string }[], headers: Record<string, string> = {}) =>
    service.call(`PUT /v1/pets/${petId}/photos`, {
      body: JSON.stringify(photos.map(({ id, alt }) => ({ id: Number(id), alt }))),
      headers,
    });

  const remove = (petId: bigint, id: bigint, headers: Record<string, string> = {}) =>
    service.call(`DELETE /v1/pets/${petId}/photos/${id}`, { headers });
  return { service, send, add, put, remove };
}

/** Adds an animal, and returns its id. */
export const newPet = async () => (await createPet({ kind: "operator" }, { name: "Biscuit", categoryId: 1n })).id;

/** Returns the photos of an animal, in order. */
export const photosOf = async (petId: bigint) => (await getProfile(petId, "all")).data.photos;

/** Returns the ids of an animal's photos, in order. */
export const idsOf = async (petId: bigint) => (await photosOf(petId)).map(({ id }) => id);

/** Returns the version of an animal. */
export async function versionOf(petId: bigint): Promise<string> {
  return (await pool().query("SELECT version FROM pets WHERE id = $1", [petId])).rows[0].version;
}

/** Returns the history of an animal, oldest first. */
export async function historyOf(petId: bigint) {
  return (await changesOf(petId)).map(({ author, action, changes, version }) => ({ author, action, changes, version }));
}

/** Returns a photo as the history records it. */
export function entry({ id, alt }: { id: bigint; alt: string }) {
  return { id: Number(id), alt };
}
