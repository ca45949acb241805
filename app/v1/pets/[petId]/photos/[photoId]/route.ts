import { authorOf } from "@/lib/api/caller";
import { endpoint, route } from "@/lib/api/endpoint";
import { PhotoParams } from "@/lib/pets/photos/schema";
import { removePhoto } from "@/lib/pets/photos/store";
import { NoBody } from "@/lib/values/schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: endpoint({
    operationId: "removePhoto",
    summary: "Remove a photo of an animal",
    scope: "pets:write",
    stability: "experimental",
    params: PhotoParams,
    precondition: "optional",
    returns: NoBody,
    status: 204,
    sends: ["ETag"],
    async handle({ params: { petId, photoId }, ifMatch, caller }) {
      const { version } = await removePhoto(authorOf(caller), petId, photoId, ifMatch);
      return { data: undefined, etag: version };
    },
  }),
});
