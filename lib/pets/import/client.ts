import { queryOptions } from "@tanstack/react-query";
import { callApi } from "../../http/client";
import { sendCommand } from "../../http/command";
import { QUERY_ROOTS } from "../../http/query-client";
import { retryWhenLimited } from "../../http/retries";
import { fingerprintOf } from "../../tab-storage";
import { chunksOf } from "../../values/objects";
import { MAX_PAGE_SIZE } from "../../values/schemas";
import { foldName } from "../../values/search";
import { MINUTE_MS, SECOND_MS } from "../../values/time";
import { fetchAllPets, fetchPets } from "../list/calls";
import type { ListedPet, PetsPage } from "../list/schema";
import type { ImportRow } from "./read-rows";
import { Import } from "./schema";

/** For a large file over a slow connection. The service waits as long. */
const SEND_TIMEOUT_MS = 30 * SECOND_MS;
/** How often to ask how an import goes. */
const POLL_MS = SECOND_MS;

/** Leaves rows without errors to the service. Returns the id of the import. @throws ApiError */
export async function sendImport(rows: readonly ImportRow[], confirm?: string): Promise<string> {
  const body = { rows: rows.flatMap(({ wanted }) => (wanted ? [toSent(wanted)] : [])) };
  const call = { method: "POST", body, confirm, timeoutMs: SEND_TIMEOUT_MS } as const;
  return String((await sendCommand("/v1/imports", Import, call)).data.id);
}

const toSent = ({ id, pet, profile }: NonNullable<ImportRow["wanted"]>) => ({
  ...(id !== null && { id }),
  ...pet,
  ...(profile && { profile }),
});

/** How an import goes, until it has ended. */
export function importQuery(id: string | null) {
  return queryOptions({
    queryKey: ["import", id] as const,
    queryFn: async ({ signal }) => (await callApi(`/v1/imports/${id}`, Import, { signal })).data,
    enabled: id !== null,
    staleTime: ({ state }) => (state.data && state.data.status !== "waiting" ? Number.POSITIVE_INFINITY : 0),
    refetchInterval: ({ state }) => (state.data && state.data.status !== "waiting" ? false : POLL_MS),
  });
}

/** Names are compared with this many of the newest animals. */
export const MAX_KNOWN = 10_000;

export function knownPetsQuery() {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.pets, "known"],
    queryFn: ({ signal }) => fetchAllPets(new URLSearchParams(), MAX_KNOWN, signal),
    select: byName,
    staleTime: 5 * MINUTE_MS,
  });
}

const byName = ({ pets, isCut }: Awaited<ReturnType<typeof fetchAllPets>>) => ({
  byName: Map.groupBy(pets, ({ name }) => foldName(name)),
  isCut,
});

/** The animals with these ids, as far as they exist. */
export function currentPetsQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.pets, "current", fingerprintOf(ids.join())],
    queryFn: async ({ signal }) => {
      const found: ListedPet[] = [];
      for (const some of chunksOf(ids, MAX_PAGE_SIZE)) {
        const query = { ids: some.join(), include: "profile,version", limit: String(MAX_PAGE_SIZE) };
        const page: PetsPage = await retryWhenLimited(() => fetchPets(query, signal), signal);
        found.push(...page.pets);
      }
      return new Map(found.map((pet) => [pet.id.toString(), pet]));
    },
    staleTime: 5 * MINUTE_MS,
  });
}

/** lib/http/refusal-words.ts knows it. */
export const IMPORT_OUTDATED = "Applications or adoptions of these animals have changed since the import was sent";

/** Why a row was refused, for people. */
export function whyRefused(code: string | undefined): string {
  if (code === "not_found") return "There is no animal with this id";
  if (code === "conflict")
    return "This status is not possible now: an adoption is open, or the animal is already adopted";
  return "This row was refused. Check it";
}
