import * as z from "zod/mini";
import { callApi } from "../../http/client";
import { ApiError } from "../../http/errors";
import { type SentUpload, uploadToApi } from "../../http/upload-client";
import { Photo, Photos } from "./schema";

/** Sends a photo of an animal. @throws ApiError; an AbortError when it was cancelled */
export async function sendAddPhoto({ petId, ...upload }: SentUpload & { petId: bigint }): Promise<Photo> {
  return (await uploadToApi(`/v1/pets/${petId}/photos`, Photo, upload)).data;
}

/** Sets the order and the texts of an animal's photos, if the animal still has this version. @throws ApiError */
export async function sendArrangePhotos(
  petId: bigint,
  version: string,
  photos: readonly { id: bigint; alt: string }[],
): Promise<void> {
  const body = photos.map(({ id, alt }) => ({ id, alt }));
  await callApi(`/v1/pets/${petId}/photos`, Photos, { method: "PUT", ifMatch: version, body });
}

/** Removes a photo. Succeeds if it is already gone. @throws ApiError */
export async function sendRemovePhoto(petId: bigint, photoId: bigint): Promise<void> {
  try {
    await callApi(`/v1/pets/${petId}/photos/${photoId}`, z.unknown(), { method: "DELETE" });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "not_found")) throw error;
  }
}
