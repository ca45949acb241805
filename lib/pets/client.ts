import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { callApi, versionOf } from "../http/client";
import { sendCommand } from "../http/command";
import { type Edit, sendEdit } from "../http/edit";
import { ApiError } from "../http/errors";
import { QUERY_ROOTS, refetch } from "../http/query-client";
import { parsePageLinks, toParameters } from "../http/query-string";
import { DateTime, MAX_PAGE_SIZE, NoBody } from "../values/schemas";
import { MAX_SEARCH_LENGTH } from "../values/search-length";
import { Care, type CareChange } from "./care/schema";
import { type BatchResult, BatchResults } from "./changes/batch-schema";
import {
  History,
  type HistoryEntry,
  type Latest,
  LatestChanges,
  type RemovedPet,
  RemovedPets,
} from "./changes/history-schema";
import type { NamedFacts } from "./facts";
import { fetchPets } from "./list/calls";
import type { ListedPet } from "./list/schema";
import { Photos } from "./photos/schema";
import { Profile } from "./profile/schema";
import { type NewPet, NO_PET, Pet, type PetChange } from "./schema";
import { DEFAULT_STATUS, type PetStatus } from "./status";

/** The next version of an animal, and what made it. */
export type Made = { version: string; changeSets: string[] };

type Answer = { headers: Headers; changeSets: string[] };
const madeBy = ({ headers, changeSets }: Answer): Made => ({ version: versionOf(headers), changeSets });

export type Addition = { pet: NewPet; idempotencyKey: string };

/**
 * Adds an animal, once for its Idempotency-Key.
 * @throws ApiError; if `isCertain(error)` is false, the animal may have been added anyway
 */
export async function sendCreatePet({ pet, idempotencyKey }: Addition): Promise<Pet & Made> {
  const answer = await sendCommand("/v1/pets", Pet, { method: "POST", body: pet, idempotencyKey });
  return { ...answer.data, ...madeBy(answer) };
}

/** Changes an animal, if it still has this version. @throws ApiError precondition_failed */
export async function sendChangePet(id: bigint, version: string, body: PetChange, confirm?: string): Promise<Made> {
  return madeBy(await sendCommand(`/v1/pets/${id}`, Pet, { method: "PATCH", ifMatch: version, body, confirm }));
}

/** A change of other fields in the meantime is no collision. @throws ApiError */
export function saveStatus(id: bigint, edit: Edit<{ status: PetStatus }>, confirm?: string) {
  const read = async () => {
    const found = await fetchEditedPet(id);
    if (found === null) throw new ApiError("not_found", NO_PET);
    return { version: found.version, values: { status: found.pet.status ?? DEFAULT_STATUS } };
  };
  return sendEdit(edit, ({ version, values }) => sendChangePet(id, version, values, confirm), read);
}

/** Made only if the animal still has this version. */
export type SentChange = (PetChange | Pick<Care, "hidden"> | { remove: true }) & {
  id: bigint;
  ifMatch: string | undefined;
};

export type BatchOutcome = { results: BatchResult[]; changeSets: string[] };

/** Changes each animal that can be changed. Returns a result for each, in order. @throws ApiError */
export async function sendChangePets(changes: readonly SentChange[], confirm?: string): Promise<BatchOutcome> {
  const call = { method: "POST", body: { mode: "each", changes }, confirm } as const;
  const { data, changeSets } = await sendCommand("/v1/pets/batch", BatchResults, call);
  return { results: data.results, changeSets };
}

export async function fetchLatest(ids: readonly bigint[], signal?: AbortSignal): Promise<Map<bigint, Latest>> {
  const { data } = await callApi(`/v1/pets/latest?ids=${ids.join(",")}`, LatestChanges, { signal });
  return new Map(data.map((latest) => [latest.id, latest]));
}

export type RemovedPage = { pets: RemovedPet[]; next: string | null; prev: string | null };

export async function fetchRemoved(cursor: string, limit: number, signal?: AbortSignal): Promise<RemovedPage> {
  const search = toParameters({ limit, cursor });
  const { data, headers } = await callApi(`/v1/pets/removed?${search}`, RemovedPets, { signal });
  return { pets: data, ...parsePageLinks(headers.get("Link")) };
}

export async function fetchHistory(petId: bigint, limit: number, signal?: AbortSignal): Promise<HistoryEntry[]> {
  return (await callApi(`/v1/pets/${petId}/history?limit=${limit}`, History, { signal })).data;
}

/** Removes an animal, if it still has this version. Returns the change sets. @throws ApiError */
export async function sendRemovePet(petId: bigint, version: string): Promise<string[]> {
  return (await sendCommand(`/v1/pets/${petId}`, NoBody, { method: "DELETE", ifMatch: version })).changeSets;
}

/** If the animal still has this version. @throws ApiError precondition_failed */
export async function sendChangeProfile(id: bigint, version: string, body: NamedFacts): Promise<Made> {
  return madeBy(await sendCommand(`/v1/pets/${id}/profile`, Profile, { method: "PATCH", ifMatch: version, body }));
}

/** If the animal still has this version. @throws ApiError precondition_failed; conflict for another animal's reference */
export async function sendChangeCare(id: bigint, version: string, body: CareChange): Promise<Made> {
  return madeBy(await sendCommand(`/v1/pets/${id}/care`, Care, { method: "PATCH", ifMatch: version, body }));
}

export type EditedPet = { pet: Pet; version: string; profile: Profile; care: Care; arrivedAt: string };

const Found = z.array(z.extend(Pet, { version: z.string(), profile: Profile, care: Care, arrivedAt: DateTime }));

export async function fetchEditedPet(id: bigint, signal?: AbortSignal): Promise<EditedPet | null> {
  const { data } = await callApi(`/v1/pets?ids=${id}&include=version,profile,care,arrivedAt`, Found, { signal });
  const [found] = data;
  if (!found) return null;
  const { version, profile, care, arrivedAt, ...pet } = found;
  return { pet, version, profile, care, arrivedAt };
}

/** If the animal still has this version. Returns the change sets. @throws ApiError */
export async function sendArrangePhotos(
  petId: bigint,
  version: string,
  photos: readonly { id: bigint; alt: string }[],
): Promise<string[]> {
  const body = photos.map(({ id, alt }) => ({ id, alt }));
  const call = { method: "PUT", ifMatch: version, body } as const;
  return (await sendCommand(`/v1/pets/${petId}/photos`, Photos, call)).changeSets;
}

/** Removes a photo, and returns the change sets: none if it is already gone. @throws ApiError */
export async function sendRemovePhoto(petId: bigint, photoId: bigint): Promise<string[]> {
  try {
    const path = `/v1/pets/${petId}/photos/${photoId}`;
    return (await sendCommand(path, z.unknown(), { method: "DELETE" })).changeSets;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "not_found")) throw error;
    return [];
  }
}

export const petKeys = {
  all: QUERY_ROOTS.pets,
  counts: [...QUERY_ROOTS.pets, "counts"],
  edited: (id: bigint) => [...QUERY_ROOTS.pets, "edited", id.toString()],
  history: (id: bigint) => [...QUERY_ROOTS.pets, "history", id.toString()],
} as const;

export function petsByIdQuery(ids: string) {
  return queryOptions({
    queryKey: [...petKeys.all, "ids", ids] as const,
    queryFn: ({ signal }) => fetchPetsById(ids, signal),
    enabled: ids !== "",
    placeholderData: keepPreviousData,
  });
}

const MAX_OFFERED = "20";

export function petsByNameQuery(text: string, more: { status?: PetStatus; include?: "profile" } = {}) {
  const q = text.trim().slice(0, MAX_SEARCH_LENGTH);
  const wanted = { ...(q !== "" && { q }), ...more, limit: MAX_OFFERED };
  return queryOptions({
    queryKey: [...petKeys.all, "names", more, q] as const,
    queryFn: async ({ signal }) => (await fetchPets(wanted, signal)).pets,
    placeholderData: keepPreviousData,
  });
}

/** Ids without duplicates, in a stable order, as `petsByIdQuery` expects them. */
export const idsOf = (ids: readonly (bigint | null)[]) =>
  [...new Set(ids.filter((id) => id !== null))].sort((a, b) => (a < b ? -1 : 1)).join();

export async function fetchPetsById(ids: string, signal: AbortSignal): Promise<ListedPet[]> {
  return (await fetchPets({ ids, limit: String(MAX_PAGE_SIZE), include: "profile,version" }, signal)).pets;
}

export async function refetchPets(client: QueryClient): Promise<void> {
  for (const key of [QUERY_ROOTS.applications, QUERY_ROOTS.overview]) void refetch(client, key);
  await refetch(client, petKeys.all);
}

export function editedPetQuery(id: bigint) {
  return queryOptions({
    queryKey: petKeys.edited(id),
    queryFn: ({ signal }) => fetchEditedPet(id, signal),
  });
}
