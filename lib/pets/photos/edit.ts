import { ApiError } from "../../http/errors";
import { isStillRunning } from "../../http/refusal-words";
import { retryIfStale } from "../../http/retries";
import { sendArrangePhotos } from "../client";
import { MAX_PHOTOS } from "./schema";

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

export function photoProblem(error: unknown, what: "upload" | "change" = "upload"): string {
  if (!(error instanceof ApiError)) return "Something went wrong. Try again.";
  if (what === "change") return changeProblem(error);
  if (isStillRunning(error)) return "An earlier attempt is still in progress. Try again in a moment.";
  switch (error.status) {
    case 400:
      return "This photo cannot be read. It may be damaged, moving or very long. Choose another one.";
    case 404:
      return "This animal was removed.";
    case 408:
      return "Sending took too long. Try again with a better connection.";
    case 409:
      return `An animal can have up to ${MAX_PHOTOS} photos. Remove one first.`;
    case 413:
      return TOO_LARGE;
    case 415:
      return WRONG_TYPE;
    case 429:
      return "Too many requests. Wait a minute, then try again.";
    default:
      return "The photo may not have arrived. Check your connection and try again: it is not added twice.";
  }
}

function changeProblem({ status }: ApiError): string {
  if (status === 401) return "You were signed out, so this was not saved. Sign in, then try again.";
  if (status === 409 || status === 412) return "Somebody else changed the photos. This is how they are now.";
  if (status === 429) return "Too many requests. Wait a minute, then try again.";
  return "This was not saved. Check your connection and try again.";
}

export const TOO_LARGE = "This photo is larger than 15 MB. Choose a smaller one.";
export const WRONG_TYPE = "This is not a photo that can be shown. Use a JPEG, PNG or WebP file.";
