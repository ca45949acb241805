import { authorOf } from "@/lib/api/caller";
import { endpoint, route } from "@/lib/api/endpoint";
import { MAX_PHOTO_BYTES, PHOTO_PACE, PHOTO_TIMEOUT_MS, PHOTO_TYPES } from "@/lib/pets/photos/files";
import { NewPhotoQuery, Photo, PhotoArrangement, Photos } from "@/lib/pets/photos/schema";
import { addPhoto, arrangePhotos, requireRoom } from "@/lib/pets/photos/store";
import { PetParams } from "@/lib/pets/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    operationId: "addPhoto",
    summary: "Add a photo to an animal",
    scope: "pets:write",
    stability: "experimental",
    params: PetParams,
    query: NewPhotoQuery,
    upload: { mediaTypes: PHOTO_TYPES, maxBytes: MAX_PHOTO_BYTES, timeoutMs: PHOTO_TIMEOUT_MS, pace: PHOTO_PACE },
    returns: Photo,
    status: 201,
    sends: ["ETag"],
    refuses: ["conflict"],
    async handle({ params: { petId }, query: { alt }, upload, caller }) {
      await requireRoom(petId);
      const { photo, version } = await upload.receive((parts) =>
        addPhoto(authorOf(caller), petId, { alt, type: upload.mediaType, parts }),
      );
      return { data: photo, etag: version };
    },
  }),
  PUT: endpoint({
    operationId: "arrangePhotos",
    summary: "Set the order and the texts of an animal's photos, and remove some",
    scope: "pets:write",
    stability: "experimental",
    params: PetParams,
    body: PhotoArrangement,
    precondition: "optional",
    returns: Photos,
    sends: ["ETag"],
    refuses: ["conflict"],
    async handle({ params: { petId }, body, ifMatch, caller }) {
      const { photos, version } = await arrangePhotos(authorOf(caller), petId, body, ifMatch);
      return { data: photos, etag: version };
    },
  }),
});
