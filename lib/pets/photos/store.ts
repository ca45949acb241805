import "server-only";
import { isDeepStrictEqual } from "node:util";
import type { ChangeAction } from "../../audit/schema";
import { db } from "../../database/client";
import { inSnapshot, inTransaction, type Transaction } from "../../database/transaction";
import { type Author, conflict, DomainError, type IfMatch, matches, type Versioned } from "../../domain";
import { now } from "../../process/clock";
import { DAY_MS } from "../../values/time";
import { AND_SEEN, type Visibility } from "../care/visibility";
import { changeAndRecord, lockPet, staleError } from "../changes/record-store";
import { toPhoto } from "../profile/columns";
import { NO_PET } from "../schema";
import { convertPhoto } from "./convert";
import { savePhotoFiles } from "./file-store";
import { MAX_PHOTOS, NO_PHOTO, type Photo, type PhotoArrangement } from "./schema";

/** Reads the photos of an animal, in order, in the form that its history records. */
async function readArrangement(tx: Transaction, petId: bigint): Promise<PhotoArrangement> {
  return (await readPhotos(tx, petId)).map(({ id, alt }) => ({ id, alt }));
}

/**
 * Gives a locked animal exactly these photos, without writing the history.
 * @throws DomainError conflict when a removed one has been deleted since
 */
export async function writeArrangement(tx: Transaction, petId: bigint, wanted: PhotoArrangement): Promise<void> {
  const ids = wanted.map(({ id }) => id);
  await tx.photo.updateMany({
    where: { petId, removedAt: null, id: { notIn: ids } },
    data: { removedAt: new Date(now()) },
  });
  for (const [position, { id, alt }] of wanted.entries()) {
    const { count } = await tx.photo.updateMany({ where: { id, petId }, data: { position, alt, removedAt: null } });
    if (count === 0) throw conflict(`Photo ${id} was removed too long ago to be restored`);
  }
}

/** How long the removal of a photo can be undone, in milliseconds. */
export const REMOVED_MS = 30 * DAY_MS;

type StoredFiles = { hash: Uint8Array<ArrayBuffer>; width: number; height: number };
type NewPhoto = StoredFiles & { alt: string };

export async function readPhotos(tx: Transaction, petId: bigint): Promise<Photo[]> {
  const rows = await tx.photo.findMany({
    where: { petId, removedAt: null },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    select: { id: true, alt: true, width: true, height: true, hash: true },
  });
  return rows.map(({ id, hash, ...photo }) =>
    toPhoto({ ...photo, id: String(id), hash: Buffer.from(hash).toString("hex") }),
  );
}

/** Reads a photo, with the version of its animal. @throws DomainError not_found */
export function getPhoto(petId: bigint, photoId: bigint, visibility: Visibility): Promise<Versioned<Photo>> {
  return inSnapshot(async (tx) => {
    const seen = `SELECT version FROM pets WHERE id = $1::bigint${AND_SEEN[visibility]}`;
    const [pet] = await tx.$queryRawUnsafe<{ version: bigint }[]>(seen, petId);
    const photo = (await readPhotos(tx, petId)).find(({ id }) => id === photoId);
    if (!pet || !photo) throw new DomainError("not_found", NO_PHOTO);
    return { data: photo, etag: pet.version };
  });
}

/** Called before the upload is read. @throws DomainError not_found, conflict */
export async function requireRoom(petId: bigint): Promise<void> {
  if (!(await db().pet.findUnique({ where: { id: petId }, select: { id: true } }))) {
    throw new DomainError("not_found", NO_PET);
  }
  requireFewer(await db().photo.count({ where: { petId, removedAt: null } }));
}

function requireFewer(count: number): void {
  if (count < MAX_PHOTOS) return;
  throw conflict(`An animal has at most ${MAX_PHOTOS} photos. Remove one first`);
}

/** Not in the transaction that locks the animal. Files without a photo are deleted later. @throws as `convertPhoto` */
export async function storePhotoFiles(parts: readonly Uint8Array[], type: string): Promise<StoredFiles> {
  const { files, width, height } = await convertPhoto(parts, type);
  return { hash: new Uint8Array(await savePhotoFiles(files)), width, height };
}

/** Adds it after the others. @throws DomainError not_found, conflict */
export async function addPhoto(
  author: Author,
  petId: bigint,
  { alt, hash, width, height }: NewPhoto,
): Promise<Versioned<Photo>> {
  return inTransaction(async (tx) => {
    await lockPet(tx, petId);
    const before = await readArrangement(tx, petId);
    requireFewer(before.length);
    const position = before.length;
    const data = { petId, alt, width, height, position, hash, createdAt: new Date(now()) };
    const { id } = await tx.photo.create({ data, select: { id: true } });
    const changes = { photos: { from: before, to: [...before, { id, alt }] } };
    const etag = await changeAndRecord(tx, { petId, author, action: "photo.added", changes });
    return { data: toPhoto({ id: String(id), alt, width, height, hash: Buffer.from(hash).toString("hex") }), etag };
  });
}

/**
 * Photos that are left out are removed.
 * @throws DomainError not_found; precondition_failed; conflict for an unknown photo
 */
export function arrangePhotos(
  author: Author,
  petId: bigint,
  wanted: PhotoArrangement,
  ifMatch: IfMatch | null,
): Promise<Versioned<Photo[]>> {
  return changePhotosOf({ author, petId, ifMatch, action: "photos.changed" }, (before) => {
    const missing = wanted.find(({ id }) => !before.some((photo) => photo.id === id));
    if (missing) throw conflict(`This animal has no photo ${missing.id}. Read its photos again`);
    return wanted;
  });
}

/** @throws DomainError not_found; precondition_failed */
export async function removePhoto(
  author: Author,
  petId: bigint,
  photoId: bigint,
  ifMatch: IfMatch | null,
): Promise<Versioned<Photo[]>> {
  return changePhotosOf({ author, petId, photoId, ifMatch, action: "photo.removed" }, (before) =>
    before.filter(({ id }) => id !== photoId),
  );
}

type Change = { author: Author; petId: bigint; photoId?: bigint; ifMatch: IfMatch | null; action: ChangeAction };

async function changePhotosOf(
  { author, petId, photoId, ifMatch, action }: Change,
  decide: (before: PhotoArrangement) => PhotoArrangement,
): Promise<Versioned<Photo[]>> {
  return inTransaction(async (tx) => {
    const pet = await lockPet(tx, petId);
    const before = await readArrangement(tx, petId);
    if (photoId !== undefined && !before.some(({ id }) => id === photoId)) throw new DomainError("not_found", NO_PHOTO);
    if (!matches(ifMatch, pet.version)) throw staleError();
    const after = decide(before);
    if (isDeepStrictEqual(before, after)) return { data: await readPhotos(tx, petId), etag: pet.version };
    await writeArrangement(tx, petId, after);
    const changes = { photos: { from: before, to: after } };
    const etag = await changeAndRecord(tx, { petId, author, action, changes });
    return { data: await readPhotos(tx, petId), etag };
  });
}
