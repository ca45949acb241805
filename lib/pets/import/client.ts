import { queryOptions } from "@tanstack/react-query";
import { callApi } from "../../http/client";
import { SECOND_MS } from "../../values/time";
import type { ImportRow } from "./read-rows";
import { Import } from "./schema";

/** For a large file over a slow connection. The service waits as long. */
const SEND_TIMEOUT_MS = 30 * SECOND_MS;
/** How often to ask how an import goes. */
const POLL_MS = SECOND_MS;

/**
 * Leaves rows without errors to the service, which imports them once for each Idempotency-Key. Returns the id of the
 * import.
 * @throws ApiError; if `isCertain(error)` is false, the service may have them
 */
export async function sendImport(
  rows: readonly ImportRow[],
  idempotencyKey: string,
  confirm: string | undefined,
): Promise<string> {
  const body = { rows: rows.flatMap(({ wanted }) => (wanted ? [toSent(wanted)] : [])) };
  const call = { method: "POST", body, idempotencyKey, confirm, timeoutMs: SEND_TIMEOUT_MS } as const;
  return String((await callApi("/v1/imports", Import, call)).data.id);
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

/** lib/http/refusal-words.ts knows it. */
export const IMPORT_OUTDATED = "Applications or adoptions of these animals have changed since the import was sent";

/** Why a row was refused, for people. */
export function whyRefused(code: string | undefined): string {
  if (code === "not_found") return "There is no animal with this id";
  if (code === "conflict")
    return "This status is not possible now: an adoption is open, or the animal is already adopted";
  return "This row was refused. Check it";
}
