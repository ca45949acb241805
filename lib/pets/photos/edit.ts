import { retryIfStale } from "../../http/retry-if-stale";
import { fetchHistory, sendUndoChange } from "../changes/calls";
import { sendArrangePhotos } from "./calls";

/** A change of an animal's photos: a new order of their ids, or the text of one of them. */
export type PhotosChange = { order: readonly bigint[] } | { id: bigint; alt: string };

/** How many changes are searched for the removal of a photo. */
const RECENT_CHANGES = 10;

type CurrentPhotos = { version: string; photos: readonly { id: bigint; alt: string }[] };

/**
 * Changes the order of photos, or a text. It starts from the photos that are stored now: leaving one out would remove
 * it, even if somebody else has just added it.
 * @throws ApiError
 */
export async function changePhotos(
  petId: bigint,
  change: PhotosChange,
  read: () => Promise<CurrentPhotos>,
): Promise<void> {
  await retryIfStale(
    await read(),
    ({ version, photos }) => sendArrangePhotos(petId, version, withChange(photos, change)),
    async () => ({ start: await read() }),
  );
}

/** Returns the photos after a change. Photos that the order does not name go to the end. */
export function withChange<P extends { id: bigint; alt: string }>(photos: readonly P[], change: PhotosChange): P[] {
  if (!("order" in change))
    return photos.map((photo) => (photo.id === change.id ? { ...photo, alt: change.alt } : photo));
  const place = (id: bigint) => {
    const at = change.order.indexOf(id);
    return at === -1 ? change.order.length : at;
  };
  return photos.toSorted((one, other) => place(one.id) - place(other.id));
}

/**
 * Restores the photo that was removed last, with its place and its text.
 * @throws ApiError; a conflict when the photos have changed since
 */
export async function undoRemoval(petId: bigint, version: string): Promise<void> {
  const changes = await fetchHistory(petId, RECENT_CHANGES);
  const removal = changes.find(({ action }) => action === "photo.removed");
  if (removal) await sendUndoChange(petId, removal.id, version);
}
