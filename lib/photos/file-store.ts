import "server-only";
import { createHash } from "node:crypto";
import { BoundedMap } from "../bounded-map";
import { ByteCache } from "../byte-cache";
import { monotonic, now } from "../clock";
import type { Db } from "../database/client";
import { copyOut } from "../database/pg-private";
import { pool } from "../database/pool";
import { singleton } from "../singleton";
import { Slots } from "../slots";
import { DAY_MS } from "../time";
import { tooBusy } from "../too-busy";
import type { Converted } from "./convert";
import { PHOTO_FILES, type PhotoFile, type PhotoName, photoPath } from "./files";

const COLUMNS: Readonly<Record<PhotoFile, string>> = {
  "320.webp": "w320",
  "640.webp": "w640",
  "1280.webp": "w1280",
  "card.jpg": "card",
};

/** Files that were asked for lately, in bytes. */
const CACHE_BYTES = 64 * 1024 * 1024;
/** How long it is remembered that a file does not exist, in milliseconds. */
const UNKNOWN_MS = 5_000;
/** Files that no photo refers to are kept this long after they were stored, in milliseconds. */
const UNUSED_MS = DAY_MS;

const reading = singleton("photos.files", () => ({
  cache: new ByteCache(CACHE_BYTES),
  /** Files that do not exist, and until when this is remembered. */
  unknown: new BoundedMap<string, number>(10_000),
  underWay: new Map<string, Promise<Uint8Array | null>>(),
  slots: new Slots({ most: 3, waiting: 300, waitMs: 5_000 }),
}));

/** A file of a photo, if it is in memory. */
export function recallPhotoFile(name: PhotoName): Uint8Array | undefined {
  return reading.cache.get(photoPath(name));
}

/**
 * Finds a file of a photo; null when there is none. A few are read at a time, on the ordinary connections.
 * @throws what the database throws; `tooBusy` when too many wait
 */
export async function findPhotoFile(name: PhotoName): Promise<Uint8Array | null> {
  const { unknown, underWay } = reading;
  const path = photoPath(name);
  const kept = recallPhotoFile(name);
  if (kept) return kept;
  if ((unknown.get(path) ?? 0) > monotonic()) return null;
  const joined = underWay.get(path) ?? readPhotoFile(name).finally(() => underWay.delete(path));
  underWay.set(path, joined);
  return joined;
}

async function readPhotoFile(name: PhotoName): Promise<Uint8Array | null> {
  const giveBack = await reading.slots.take();
  if (!giveBack) throw tooBusy();
  try {
    const file = await copyFile(name);
    if (file) reading.cache.set(photoPath(name), file);
    else reading.unknown.set(photoPath(name), monotonic() + UNKNOWN_MS);
    return file;
  } finally {
    giveBack();
  }
}

/** COPY takes no parameters; a hash has only hexadecimal digits. */
async function copyFile({ hash, file }: PhotoName): Promise<Uint8Array | null> {
  const client = await pool().connect();
  let hasFailed = true;
  try {
    const select = `SELECT ${COLUMNS[file]} FROM photo_files WHERE hash = '\\x${hash}'`;
    const copied = await copyOut(client, `COPY (${select}) TO STDOUT (FORMAT binary)`);
    hasFailed = false;
    return onlyValue(copied);
  } finally {
    client.release(hasFailed);
  }
}

/** The header of PostgreSQL's binary COPY format: a signature of 11 bytes, flags, and the length of an extension. */
const COPY_HEADER_BYTES = 19;

/** The value of the first row in PostgreSQL's binary COPY format; null when there is no row. */
function onlyValue(copied: Buffer): Uint8Array | null {
  const columns = copied.readInt16BE(COPY_HEADER_BYTES);
  if (columns === -1) return null;
  const start = COPY_HEADER_BYTES + 6;
  return copied.subarray(start, start + copied.readInt32BE(start - 4));
}

/** Stores the files of a photo, and returns their SHA-256. What is stored already is used again. */
export async function savePhotoFiles(files: Converted["files"]): Promise<Buffer> {
  const all = Object.keys(PHOTO_FILES).map((file) => files[file as PhotoFile]);
  const hash = createHash("sha256");
  for (const file of all) hash.update(file);
  const digest = hash.digest();
  // pg sends bytes in PostgreSQL's binary format.
  await pool().query(
    `INSERT INTO photo_files (hash, ${Object.values(COLUMNS).join(", ")}, used_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (hash) DO UPDATE SET used_at = EXCLUDED.used_at`,
    [digest, ...all, new Date(now())],
  );
  return digest;
}

/** Deletes up to `most` files that no photo refers to; returns how many it deleted. */
export function deleteUnusedFiles(most: number, tx: Db): Promise<number> {
  const end = new Date(now() - UNUSED_MS);
  // The time is compared again, because the same photo may have been stored again since they were found.
  return tx.$executeRaw`
    DELETE FROM photo_files WHERE used_at < ${end} AND hash = ANY (ARRAY(
      SELECT hash FROM photo_files AS found
      WHERE used_at < ${end} AND NOT EXISTS (SELECT FROM photos WHERE photos.hash = found.hash)
      ORDER BY used_at LIMIT ${most}
    ))`;
}
