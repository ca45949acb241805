import { requireScope } from "@/lib/api/authorise";
import { authorOf, hasScope, sightOf } from "@/lib/api/caller";
import { endpoint, type Routes } from "@/lib/api/endpoint";
import { recordAdopter } from "@/lib/applications/create-store";
import { Application, NewAdopter } from "@/lib/applications/schema";
import { PageQuery } from "@/lib/http/paging";
import { searchPets } from "@/lib/pets/adopters/search-store";
import { Care, CareChange, CaredPets } from "@/lib/pets/care/schema";
import { changeCare, getCare } from "@/lib/pets/care/store";
import { BatchResults, MAX_BATCH_BYTES, PetBatch } from "@/lib/pets/changes/batch-schema";
import { changeBatch } from "@/lib/pets/changes/batch-store";
import { History, LatestChanges, RemovedPets } from "@/lib/pets/changes/history-schema";
import { LatestQuery, listHistory, listLatestChanges, listRemoved } from "@/lib/pets/changes/history-store";
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
      description:
        "Lists animals, newest first unless `sort` says otherwise, and pages by the `Link` header. Filters combine: an animal has to match all of them, and what is not known of it matches none. `ids=7&include=version,profile` reads one animal with its version; the array is empty if there is none. `limit`, `status`, `ids` and `include` are stable, the other parameters are experimental.",
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
      description:
        "Adds an animal, which visitors see at once; `createImport` can add hidden ones. Its facts, photos and care are set by `changeProfile`, `addPhoto` and `changeCare`. Send an `Idempotency-Key`, so that repeating the request after a timeout does not add a second animal.",
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
      description:
        "Changes or removes many animals in one change set, each as `changePet` or `removePet` would. With the mode `each`, the answer is 200 even if some changes were refused: look at each result. With `all`, one refusal gets 409 with the same kind of body, and nothing is changed. A body with a mistake, such as an animal that is named twice, gets 400 as a whole.",
      scope: "pets:write",
      body: PetBatch,
      bodyBytes: MAX_BATCH_BYTES,
      returns: BatchResults,
      refusesWith: BatchResults,
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
      description:
        "Counts the animals that match all filters, by status, and within it by kind. Every count stops at 1,000. With `q` or filters by facts, only the newest 2,000 animals of each status are checked, but all of them if `categoryId`, `text`, `lacks` or `adoptedSince` is there too. Counts may be a second old.",
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
      description:
        "The search of the page for adopters: it understands words for kinds and facts, finds names, breeds and stories, and pages like `listPets`. If few animals match or none, the answer has a better spelling, or others that are nearest.",
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
      description:
        "Says for each of these animals who added it and what was done to it last, highest id first. Unknown ids are left out.",
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
      description: "Lists the animals that were removed and not restored, highest id first.",
      scope: "history:read",
      query: PageQuery,
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
      description:
        "Reads one animal, whose version is the `ETag`. Deprecated: `listPets` with `ids` and `include=version` reads the same. After the date in `Sunset`, it answers 410 to everybody.",
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
      description:
        "Changes what the body names, and with the `status` the adoption of the animal. 409: the status cannot become that one, or an order is open (only `sold` is possible then). Setting the current values changes nothing: the version stays. For `If-Match`, the version is in the last `ETag`, or read by `listPets` with `include=version`.",
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
      description:
        "Only for animals that were added by mistake: one that ever had an order or an application gets 409. A removed animal is 404 everywhere but in `listHistory` and `listRemovedPets`, and can be restored by `undoChangeSet`.",
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
      description:
        "Reads the facts and the photos that adopters see. An animal without a profile has one of nulls. The `ETag` is the version of the animal.",
      scope: "pets:read",
      params: PetParams,
      returns: Profile,
      sends: ["ETag"],
      handle: ({ params: { petId }, visibility }) => getProfile(petId, visibility),
    }),
    PATCH: endpoint({
      operationId: "changeProfile",
      summary: "Change the profile of an animal, except its photos",
      description:
        "Changes the facts that the body names; the others stay, also within `goodWith`. What was read can be sent back: `photos` and `ageGroup` are ignored. A change increases the version of the animal, and setting what is there changes nothing. Without `If-Match`, it overwrites what others have changed meanwhile.",
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
      description:
        "Reads what visitors never see of an animal. If nothing is known, all members are `null`. The `ETag` is the version of the animal.",
      scope: "care:read",
      params: PetParams,
      returns: Care,
      sends: ["ETag"],
      handle: ({ params: { petId } }) => getCare(petId),
    }),
    PATCH: endpoint({
      operationId: "changeCare",
      summary: "Change what only the shelter knows of an animal",
      description:
        "Changes what the body names. 409: another animal has this `reference`. A change increases the version of the animal, and setting what is there changes nothing. Without `If-Match`, it overwrites what others have changed meanwhile.",
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
      description:
        "The body is the picture itself, not a form, with its own `Content-Type`. The new photo is the last of the animal, and a seventh gets 409. The service stores WebP and JPEG copies, upright, on white and without metadata, not the original. 400: the picture is damaged, animated, above 65 megapixels or 200 MB of memory, more than 10 times as long as wide, or cannot be converted in time; 415: its bytes are of another type; 503: too many uploads are in progress, so wait for `Retry-After`.",
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
      description:
        "Sets the order and the texts of all photos of an animal. Those that are left out are removed, which can be undone for 30 days. 409: a photo is not the animal's.",
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
      description:
        "Reads the sizes and the text of a photo, and where its pictures are. The `ETag` is the version of the animal. `listPets` with `include=profile` has all photos.",
      scope: "pets:read",
      params: PhotoParams,
      returns: Photo,
      sends: ["ETag"],
      handle: ({ params: { petId, photoId }, visibility }) => getPhoto(petId, photoId, visibility),
    }),
    DELETE: endpoint({
      operationId: "removePhoto",
      summary: "Remove a photo of an animal",
      description: "Removes a photo. The others keep their order. It can be undone for 30 days.",
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
      description:
        "For somebody who has taken an animal home without an application. It is stored as an `approved` application, and the animal becomes `sold` with a completed order; a completed order without an application gets this adopter and keeps its dates. The adopter gets no e-mail. 409: an order of the animal is open, or its present adoption has an application already.",
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
      description:
        "Lists what was done to an animal, newest first, even if it was removed. `undoChangeSet` undoes an entry by its `id`, or the addition (`id` 0) by `pet-<petId>`.",
      scope: "history:read",
      params: PetParams,
      query: PageQuery,
      returns: History,
      sends: ["Link"],
      handle: ({ params: { petId }, query, caller }) => listHistory(petId, query, sightOf(caller)),
    }),
  },
};
