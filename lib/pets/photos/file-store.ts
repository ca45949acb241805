import "server-only";
import { createHash } from "node:crypto";
import { JoinedCalls, LruMap, Recent } from "../../concurrency/caches";
import { Semaphore } from "../../concurrency/capacity";
import type { Db } from "../../database/client";
import { isDatabaseUnavailable } from "../../database/errors";
import { pool, writePool } from "../../database/pool";
import { inTransaction } from "../../database/transaction";
import { conflict } from "../../domain";
import { now } from "../../process/clock";
import { singleton } from "../../process/singleton";
import { keysOf } from "../../values/objects";
import { DAY_MS } from "../../values/time";
import { AND_SEEN, type Visibility } from "../care/visibility";
import type { Converted } from "./convert";
import { PHOTO_FILES, type PhotoFile, type PhotoName, photoPath } from "./files";

const COLUMNS: Readonly<Record<PhotoFile, string>> = {
  "96.webp": "w96",
  "320.webp": "w320",
  "640.webp": "w640",
  "1280.webp": "w1280",
  "card.jpg": "card",
};

const CACHE_BYTES = 64 * 1024 * 1024;
/** How long it is cached whether an animal has a photo, in milliseconds. */
const SHOWN_MS = 1_000;
const UNUSED_MS = DAY_MS;

const reading = singleton("photos.files", () => ({
  cache: new LruMap<string, Uint8Array>(CACHE_BYTES, ({ length }) => length),
  shown: new LruMap<string, Recent<boolean>>(10_000),
  inProgress: new JoinedCalls<Uint8Array | null>(),
  slots: new Semaphore({ maxTaken: 3, maxWaiting: 300, maxWaitMs: 5_000 }),
}));

/** Returns the cached file of a photo, or undefined if it is not cached. The photo may have been removed since. */
export function recallPhotoFile(name: PhotoName): Uint8Array | undefined {
  return reading.cache.get(photoPath(name));
}

/**
 * Null if no public animal has the photo, or has had it for less than a second: nothing of a photo is sent once it was
 * removed, or its animal was removed or hidden. While the database is unavailable, cached files are sent.
 * @throws as `findPhotoFile` does
 */
export async function findShownFile(name: PhotoName): Promise<Uint8Array | null> {
  const isShown = await isPhotoPublic(name.hash).catch((error: unknown) => {
    if (recallPhotoFile(name) && isDatabaseUnavailable(error)) return true;
    throw error;
  });
  return isShown ? findPhotoFile(name) : null;
}

/** Also of an animal that is hidden, for people of the shelter. It is not cached. @throws as `findPhotoFile` does */
export async function findHiddenFile(name: PhotoName): Promise<Uint8Array | null> {
  return (await hasPhoto(name.hash, "all")) ? findStoredFile(name) : null;
}

async function isPhotoPublic(hash: string): Promise<boolean> {
  const read = async () => {
    const isShown = await hasPhoto(hash, "public");
    if (!isShown) for (const file of keysOf(PHOTO_FILES)) reading.cache.delete(photoPath({ hash, file }));
    return isShown;
  };
  const shown = reading.shown.get(hash) ?? new Recent(read, SHOWN_MS, () => 0);
  reading.shown.set(hash, shown);
  return shown.get();
}

async function hasPhoto(hash: string, visibility: Visibility): Promise<boolean> {
  const text = `SELECT FROM photos JOIN pets ON pets.id = pet_id
    WHERE hash = $1 AND removed_at IS NULL${AND_SEEN[visibility]} LIMIT 1`;
  const { rowCount } = await reading.slots.within(() => pool().query(text, [Buffer.from(hash, "hex")]));
  return rowCount === 1;
}

/**
 * Also of a removed photo. Uses the ordinary connections, a few at a time.
 * @throws what the database throws; `tooBusy`
 */
async function findPhotoFile(name: PhotoName): Promise<Uint8Array | null> {
  const read = async () => {
    const bytes = await findStoredFile(name);
    if (bytes) reading.cache.set(photoPath(name), bytes);
    return bytes;
  };
  return recallPhotoFile(name) ?? reading.inProgress.join(read, photoPath(name));
}

async function findStoredFile({ hash, file }: PhotoName): Promise<Uint8Array | null> {
  const text = `SELECT ${COLUMNS[file]} AS bytes FROM photo_files WHERE hash = $1`;
  const values = [Buffer.from(hash, "hex")];
  const { rows } = await reading.slots.within(() => pool().query<{ bytes: Buffer }>(text, values));
  return rows[0]?.bytes ?? null;
}

/** Stores the files of a photo and returns their SHA-256. Files that are already stored are reused. */
export async function savePhotoFiles(files: Converted["files"]): Promise<Buffer> {
  const contents = keysOf(PHOTO_FILES).map((file) => files[file]);
  const hash = createHash("sha256");
  for (const content of contents) hash.update(content);
  const digest = hash.digest();
  await writePool().query(
    `INSERT INTO photo_files (hash, ${Object.values(COLUMNS).join(", ")}, used_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (hash) DO UPDATE SET used_at = EXCLUDED.used_at`,
    [digest, ...contents, new Date(now())],
  );
  return digest;
}

/**
 * Erases a removed photo, or one of a removed animal, for good.
 * @throws DomainError conflict when an animal has it, or when nothing is stored under this hash
 */
export function erasePhoto(hash: string): Promise<void> {
  const bytes = new Uint8Array(Buffer.from(hash, "hex"));
  return inTransaction(async (tx) => {
    await tx.$executeRaw`
      DELETE FROM photos WHERE hash = ${bytes}
        AND (removed_at IS NOT NULL OR NOT EXISTS (SELECT FROM pets WHERE pets.id = pet_id))`;
    const erased = await tx.$executeRaw`
      DELETE FROM photo_files WHERE hash = ${bytes} AND NOT EXISTS (SELECT FROM photos WHERE hash = ${bytes})`;
    if (erased === 0) throw conflict("There is no such photo, or an animal has it: remove it from the animal first");
  });
}

export function deleteUnusedFiles(tx: Db, maxRows: number): Promise<number> {
  const end = new Date(now() - UNUSED_MS);
  // The time is compared again, because a file may have been stored again since it was selected.
  return tx.$executeRaw`
    DELETE FROM photo_files WHERE used_at < ${end} AND hash = ANY (ARRAY(
      SELECT hash FROM photo_files AS found
      WHERE used_at < ${end} AND NOT EXISTS (SELECT FROM photos WHERE photos.hash = found.hash)
      ORDER BY used_at LIMIT ${maxRows}
    ))`;
}
