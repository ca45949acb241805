import { authorOf } from "@/lib/api/caller";
import { endpoint, route } from "@/lib/api/endpoint";
import { changePetAndApplications } from "@/lib/applications/pet-effects-store";
import { removePet } from "@/lib/pets/changes/removal-store";
import { GET_PET_DEPRECATION, PetChange, PetDetail, PetParams } from "@/lib/pets/schema";
import { getPet } from "@/lib/pets/store";
import { NoBody } from "@/lib/values/schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "getPet",
    summary: "Get an animal",
    scope: "pets:read",
    params: PetParams,
    returns: PetDetail,
    sends: ["ETag"],
    deprecated: GET_PET_DEPRECATION,
    async handle({ params: { petId } }) {
      const pet = await getPet(petId);
      return { data: pet, etag: pet.version };
    },
  }),
  PATCH: endpoint({
    operationId: "changePet",
    summary: "Change an animal",
    scope: "pets:write",
    stability: "experimental",
    params: PetParams,
    body: PetChange,
    precondition: "required",
    returns: PetDetail,
    sends: ["ETag"],
    refuses: ["conflict"],
    async handle({ params: { petId }, body, ifMatch, caller }) {
      const pet = await changePetAndApplications({ author: authorOf(caller), id: petId, ifMatch, change: body });
      return { data: pet, etag: pet.version };
    },
  }),
  DELETE: endpoint({
    operationId: "removePet",
    summary: "Remove an animal that was added by mistake",
    scope: "pets:write",
    stability: "experimental",
    params: PetParams,
    precondition: "required",
    returns: NoBody,
    status: 204,
    refuses: ["conflict"],
    async handle({ params: { petId }, ifMatch, caller }) {
      await removePet(authorOf(caller), petId, ifMatch);
      return { data: undefined };
    },
  }),
});
