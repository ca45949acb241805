import { ApiError } from "../http/errors";
import { fetchHistory, undoChange } from "../pets/desk/calls";
import { deletePhoto, replacePhotos } from "./calls";

/** What may be done to the photos of an animal at once: their order, as ids, and the text of one of them. */
export type PhotosChange = { order: readonly bigint[] } | { id: bigint; alt: string };

/** How often a change is made again after somebody else changed the photos. */
const MAX_TRIES = 4;
/** How far back the removal of a photo is looked for. */
const RECENT_CHANGES = 10;

type Read = { version: string; photos: readonly { id: bigint; alt: string }[] };

/**
 * Changes the order or a text of photos. It begins from what the service has now, so that no photo that somebody else
 * has just added is left out, which would remove it.
 * @throws ApiError
 */
export async function changePhotos(petId: bigint, change: PhotosChange, read: () => Promise<Read>): Promise<void> {
  for (let tries = 1; ; tries++) {
    const { version, photos } = await read();
    try {
      return await replacePhotos(petId, version, withChange(photos, change));
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "precondition_failed") || tries === MAX_TRIES) throw error;
    }
  }
}

/** Removes a photo. One that is gone already is as good as removed. @throws ApiError */
export async function removePhoto(petId: bigint, photoId: bigint): Promise<void> {
  try {
    await deletePhoto(petId, photoId);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "not_found")) throw error;
  }
}

/** The photos after a change; photos that the order does not know stay at the end. */
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
 * Brings back the photo that was removed last, with its place and its text.
 * @throws ApiError; a conflict when the photos have changed since
 */
export async function undoRemoval(petId: bigint, version: string): Promise<void> {
  const changes = await fetchHistory(petId, RECENT_CHANGES);
  const removal = changes.find(({ action }) => action === "photo.removed");
  if (removal) await undoChange(petId, removal.id, version);
}
