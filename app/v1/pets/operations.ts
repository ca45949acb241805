import { requireScope } from "@/lib/api/authorise";
import { authorOf, hasScope, sightOf } from "@/lib/api/caller";
import { endpoint, type Routes } from "@/lib/api/endpoint";
import { recordAdopter } from "@/lib/applications/create-store";
import { Application, NewAdopter } from "@/lib/applications/schema";
import { searchPets } from "@/lib/pets/adopters/search-store";
import { Care, CareChange, CaredPets } from "@/lib/pets/care/schema";
import { changeCare, getCare } from "@/lib/pets/care/store";
import { BatchResults, MAX_BATCH_BYTES, PetBatch } from "@/lib/pets/changes/batch-schema";
import { changeBatch } from "@/lib/pets/changes/batch-store";
import { History, LatestChanges, RemovedPets } from "@/lib/pets/changes/history-schema";
import {
  HistoryQuery,
  LatestQuery,
  listHistory,
  listLatestChanges,
  listRemoved,
  RemovedQuery,
} from "@/lib/pets/changes/history-store";
import { changePet } from "@/lib/pets/changes/patch-store";
import { removePet } from "@/lib/pets/changes/record-store";
import { countPets } from "@/lib/pets/list/count-store";
import { CountPetsQuery, ListPetsQuery, SearchPetsQuery } from "@/lib/pets/list/query";
import { FoundPets, PetCounts } from "@/lib/pets/list/schema";
import { listPets } from "@/lib/pets/list/store";
import { MAX_PHOTO_BYTES, PHOTO_PACE, PHOTO_TIMEOUT_MS, PHOTO_TYPES } from "@/lib/pets/photos/files";
import { NewPhotoQuery, Photo, PhotoArrangement, PhotoParams, Photos } from "@/lib/pets/photos/schema";
import { addPhoto, arrangePhotos, getPhoto, removePhoto, requireRoom, storePhotoFiles } from "@/lib/pets/photos/store";
import { Profile, ProfileChange } from "@/lib/pets/profile/schema";
import { changeProfile, getProfile } from "@/lib/pets/profile/store";
import { GET_PET_DEPRECATION, NewPet, Pet, PetChange, PetParams } from "@/lib/pets/schema";
import { createPet, getPet } from "@/lib/pets/store";
import { NoBody } from "@/lib/values/schemas";

const PHOTO_UPLOAD = {
  mediaTypes: PHOTO_TYPES,
  maxBytes: MAX_PHOTO_BYTES,
  timeoutMs: PHOTO_TIMEOUT_MS,
  pace: PHOTO_PACE,
  admit: ({ petId }: { petId: bigint }) => requireRoom(petId),
  convert: storePhotoFiles,
};

export const PETS: Routes = {
  "/v1/pets": {
    GET: endpoint({
      operationId: "listPets",
      isStable: true,
      summary: "List animals",
      scope: "pets:read",
      query: ListPetsQuery,
      returns: CaredPets,
      sends: ["Link"],
      async handle({ query, visibility, caller }) {
        if (query.include?.includes("care")) requireScope(caller, "care:read");
        const { pets, ...page } = await listPets({ ...query, visibility, seesCare: hasScope(caller, "care:read") });
        return { data: pets, page };
      },
    }),
    POST: endpoint({
      operationId: "createPet",
      isStable: true,
      summary: "Add an animal",
      scope: "pets:write",
      body: NewPet,
      returns: Pet,
      status: 201,
      sends: ["Location", "ETag"],
      async handle({ body, caller }) {
        const pet = await createPet(authorOf(caller), body);
        return { data: pet, location: `/v1/pets/${pet.id}`, etag: pet.version, changeSet: `pet-${pet.id}` };
      },
    }),
  },
  "/v1/pets/batch": {
    POST: endpoint({
      operationId: "changePets",
      summary: "Change or remove up to 1,000 animals",
      scope: "pets:write",
      body: PetBatch,
      bodyBytes: MAX_BATCH_BYTES,
      returns: BatchResults,
      refusesWithData: true,
      confirms: true,
      async handle({ body, caller, consent }) {
        if (body.changes.some(({ hidden }) => hidden !== undefined)) requireScope(caller, "care:write");
        const results = await changeBatch(authorOf(caller), body, consent);
        const isRefused = body.mode === "all" && results.some(({ status }) => status !== 200n);
        return { data: { results }, isRefused };
      },
    }),
  },
  "/v1/pets/counts": {
    GET: endpoint({
      operationId: "countPets",
      summary: "Count animals by status and kind",
      scope: "pets:read",
      query: CountPetsQuery,
      returns: PetCounts,
      handle: async ({ query, visibility, caller }) => ({
        data: await countPets({ ...query, visibility, seesCare: hasScope(caller, "care:read") }),
      }),
    }),
  },
  "/v1/pets/search": {
    GET: endpoint({
      operationId: "searchPets",
      summary: "Find animals by names, breeds, stories and words for facts",
      scope: "pets:read",
      query: SearchPetsQuery,
      returns: FoundPets,
      sends: ["Link"],
      async handle({ query, visibility }) {
        const { next, prev, ...found } = await searchPets({ ...query, visibility });
        return { data: found, page: { next, prev } };
      },
    }),
  },
  "/v1/pets/latest": {
    GET: endpoint({
      operationId: "latestChanges",
      summary: "List who added animals, and their latest changes",
      scope: "history:read",
      query: LatestQuery,
      returns: LatestChanges,
      handle: async ({ query: { ids } }) => ({ data: await listLatestChanges(ids) }),
    }),
  },
  "/v1/pets/removed": {
    GET: endpoint({
      operationId: "listRemovedPets",
      summary: "List removed animals",
      scope: "history:read",
      query: RemovedQuery,
      returns: RemovedPets,
      sends: ["Link"],
      handle: ({ query }) => listRemoved(query),
    }),
  },
  "/v1/pets/[petId]": {
    GET: endpoint({
      operationId: "getPet",
      isStable: true,
      summary: "Get an animal",
      scope: "pets:read",
      params: PetParams,
      returns: Pet,
      sends: ["ETag"],
      deprecated: GET_PET_DEPRECATION,
      async handle({ params: { petId }, visibility }) {
        const pet = await getPet(petId, visibility);
        return { data: pet, etag: pet.version };
      },
    }),
    PATCH: endpoint({
      operationId: "changePet",
      summary: "Change an animal",
      scope: "pets:write",
      params: PetParams,
      body: PetChange,
      precondition: "required",
      returns: Pet,
      sends: ["ETag"],
      refuses: ["conflict"],
      confirms: true,
      async handle({ params: { petId }, body, ifMatch, caller, consent }) {
        const wanted = { author: authorOf(caller), id: petId, ifMatch, change: body };
        const pet = await changePet(wanted, consent);
        return { data: pet, etag: pet.version };
      },
    }),
    DELETE: endpoint({
      operationId: "removePet",
      summary: "Remove an animal that was added by mistake",
      scope: "pets:write",
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
  },
  "/v1/pets/[petId]/profile": {
    GET: endpoint({
      operationId: "getProfile",
      summary: "Get the profile of an animal",
      scope: "pets:read",
      params: PetParams,
      returns: Profile,
      sends: ["ETag"],
      handle: ({ params: { petId }, visibility }) => getProfile(petId, visibility),
    }),
    PATCH: endpoint({
      operationId: "changeProfile",
      summary: "Change the profile of an animal, except its photos",
      scope: "pets:write",
      params: PetParams,
      body: ProfileChange,
      precondition: "optional",
      returns: Profile,
      sends: ["ETag"],
      handle: ({ params: { petId }, body, ifMatch, caller }) =>
        changeProfile({ author: authorOf(caller), petId, ifMatch, facts: body }),
    }),
  },
  "/v1/pets/[petId]/care": {
    GET: endpoint({
      operationId: "getCare",
      summary: "Get what only the shelter knows of an animal",
      scope: "care:read",
      params: PetParams,
      returns: Care,
      sends: ["ETag"],
      handle: ({ params: { petId } }) => getCare(petId),
    }),
    PATCH: endpoint({
      operationId: "changeCare",
      summary: "Change what only the shelter knows of an animal",
      scope: "care:write",
      params: PetParams,
      body: CareChange,
      precondition: "optional",
      returns: Care,
      sends: ["ETag"],
      refuses: ["conflict"],
      handle: ({ params: { petId }, body, ifMatch, caller }) =>
        changeCare({ author: authorOf(caller), petId, ifMatch, change: body }),
    }),
  },
  "/v1/pets/[petId]/photos": {
    POST: endpoint({
      operationId: "addPhoto",
      summary: "Add a photo to an animal",
      scope: "pets:write",
      params: PetParams,
      query: NewPhotoQuery,
      upload: PHOTO_UPLOAD,
      returns: Photo,
      status: 201,
      sends: ["Location", "ETag"],
      refuses: ["conflict"],
      async handle({ params: { petId }, query: { alt }, upload, caller }) {
        const added = await addPhoto(authorOf(caller), petId, { alt, ...upload });
        return { ...added, location: `/v1/pets/${petId}/photos/${added.data.id}` };
      },
    }),
    PUT: endpoint({
      operationId: "arrangePhotos",
      summary: "Set the order and the texts of an animal's photos, and remove some",
      scope: "pets:write",
      params: PetParams,
      body: PhotoArrangement,
      precondition: "optional",
      returns: Photos,
      sends: ["ETag"],
      refuses: ["conflict"],
      handle: ({ params: { petId }, body, ifMatch, caller }) => arrangePhotos(authorOf(caller), petId, body, ifMatch),
    }),
  },
  "/v1/pets/[petId]/photos/[photoId]": {
    GET: endpoint({
      operationId: "getPhoto",
      summary: "Get a photo of an animal",
      scope: "pets:read",
      params: PhotoParams,
      returns: Photo,
      sends: ["ETag"],
      handle: ({ params: { petId, photoId }, visibility }) => getPhoto(petId, photoId, visibility),
    }),
    DELETE: endpoint({
      operationId: "removePhoto",
      summary: "Remove a photo of an animal",
      scope: "pets:write",
      params: PhotoParams,
      precondition: "optional",
      returns: NoBody,
      status: 204,
      sends: ["ETag"],
      async handle({ params: { petId, photoId }, ifMatch, caller }) {
        const { etag } = await removePhoto(authorOf(caller), petId, photoId, ifMatch);
        return { data: undefined, etag };
      },
    }),
  },
  "/v1/pets/[petId]/adopter": {
    POST: endpoint({
      operationId: "recordAdopter",
      summary: "Record who has adopted an animal",
      scope: "applications:write",
      params: PetParams,
      body: NewAdopter,
      returns: Application,
      status: 201,
      sends: ["ETag", "Location"],
      refuses: ["conflict"],
      confirms: true,
      async handle({ params: { petId }, body, caller, consent }) {
        const adopter = await recordAdopter(authorOf(caller), petId, body, consent);
        return { ...adopter, location: `/v1/applications/${adopter.data.id}` };
      },
    }),
  },
  "/v1/pets/[petId]/history": {
    GET: endpoint({
      operationId: "listHistory",
      summary: "List what was done to an animal",
      scope: "history:read",
      params: PetParams,
      query: HistoryQuery,
      returns: History,
      sends: ["Link"],
      handle: ({ params: { petId }, query, caller }) => listHistory(petId, query, sightOf(caller)),
    }),
  },
};
