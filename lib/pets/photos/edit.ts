import { ApiError, isCertain } from "../../http/errors";
import { refusalWords } from "../../http/refusal-words";
import { retryIfStale } from "../../http/retries";
import { sendArrangePhotos } from "../client";

export type PhotosChange = { order: readonly bigint[] } | { id: bigint; alt: string };

type CurrentPhotos = { version: string; photos: readonly { id: bigint; alt: string }[] };

/**
 * Starts from the photos that are stored now: leaving one out would remove it, even if somebody else has just added it.
 * Returns the change sets.
 * @throws ApiError
 */
export async function changePhotos(
  petId: bigint,
  change: PhotosChange,
  read: () => Promise<CurrentPhotos>,
): Promise<string[]> {
  return retryIfStale(
    await read(),
    ({ version, photos }) => sendArrangePhotos(petId, version, withChange(photos, change)),
    async () => ({ start: await read() }),
  );
}

export function withChange<P extends { id: bigint; alt: string }>(photos: readonly P[], change: PhotosChange): P[] {
  if (!("order" in change))
    return photos.map((photo) => (photo.id === change.id ? { ...photo, alt: change.alt } : photo));
  const place = (id: bigint) => {
    const at = change.order.indexOf(id);
    return at === -1 ? change.order.length : at;
  };
  return photos.toSorted((one, other) => place(one.id) - place(other.id));
}

export const TOO_LARGE = "This photo is larger than 15 MB. Choose a smaller one.";
export const WRONG_TYPE = "This is not a photo that can be shown. Use a JPEG, PNG or WebP file.";

const UPLOAD_WORDS: Readonly<Record<number, string>> = {
  408: "Sending took too long. Try again with a better connection.",
  413: TOO_LARGE,
  415: WRONG_TYPE,
};

export function uploadProblem(error: unknown): string {
  const words = error instanceof ApiError ? UPLOAD_WORDS[error.status] : undefined;
  if (words || isCertain(error)) return words ?? refusalWords(error);
  return "The photo may not have arrived. Check your connection and try again: it is not added twice.";
}
