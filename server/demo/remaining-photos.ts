import { setTimeout as delay } from "node:timers/promises";
import { authorText } from "@/lib/author";
import { pool } from "@/lib/database/pool";
import { DomainError } from "@/lib/domain-error";
import { addConvertedPhoto } from "@/lib/pets/photos/store";
import { logError } from "@/lib/process/log";
import { INT64_MAX } from "@/lib/values/int64";
import { coatNameOf } from "./animals";
import { drawPhotos } from "./photos";
import { VIEWS } from "./scene";

/** The author of the demo animals. */
const SERVICE = { kind: "service" } as const;
/** Drawing starts once a browser has had time to show the first page. */
const FIRST_MS = 3_000;
/** How many photos are drawn at once, and the pause after them. */
const AT_A_TIME = 4;
const PAUSE_MS = 1_000;

/**
 * Draws a photo of each demo animal without one, some seconds after the start and a few at a time. Returns a function
 * that stops this; the animals that are left then keep the drawing that takes the place of a photo.
 */
export function startDrawing({ firstMs = FIRST_MS } = {}): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const drawing = delay(firstMs, undefined, { signal, ref: false })
    .then(() => drawRemaining(signal))
    .catch((error: unknown) => {
      if (!signal.aborted) logError("the other demo animals get no photos", error);
    });
  return async () => {
    stopping.abort();
    await drawing;
  };
}

/** Draws a photo of each demo animal without one, the newest first. Ends early if this machine cannot draw. */
export async function drawRemaining(signal: AbortSignal, pauseMs = PAUSE_MS): Promise<void> {
  for (let before = INT64_MAX; !signal.aborted; ) {
    const animals = await findWithoutPhoto(before);
    if (animals.length === 0) return;
    const subjects = animals.map(({ name, ...animal }) => ({ ...animal, coatName: coatNameOf(name) }));
    const photos = await drawPhotos(subjects, signal);
    for (const [index, photo] of photos.entries()) {
      const { id = 0n, name = "" } = animals[index] ?? {};
      await addConvertedPhoto(SERVICE, id, { alt: `${name}, ${VIEWS[0]?.words}`, ...photo }).catch(ignoreRefusal);
      before = id;
    }
    if (photos.length === 0) return;
    await delay(pauseMs, undefined, { signal, ref: false });
  }
}

/** Finds the next demo animals that never had a photo. */
async function findWithoutPhoto(before: bigint): Promise<{ id: bigint; categoryId: bigint; name: string }[]> {
  const { rows } = await pool().query<{ id: string; category_id: string; name: string }>(
    `SELECT id, category_id, name FROM pets
     WHERE created_by = $1 AND id < $2 AND NOT EXISTS (SELECT FROM photos WHERE pet_id = pets.id)
     ORDER BY id DESC LIMIT ${AT_A_TIME}`,
    [authorText(SERVICE), String(before)],
  );
  return rows.map(({ id, category_id, name }) => ({ id: BigInt(id), categoryId: BigInt(category_id), name }));
}

/** The animal may have been removed in the meantime. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof DomainError)) throw error;
}
