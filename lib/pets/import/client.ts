import { queryOptions } from "@tanstack/react-query";
import { callApi } from "../../http/client";
import { sendCommand } from "../../http/command";
import { encodeJson } from "../../http/json";
import { QUERY_ROOTS } from "../../http/query-client";
import { fingerprintOf } from "../../tab-storage";
import { MINUTE_MS, SECOND_MS } from "../../values/time";
import { Import, ImportPreview, type NewImport } from "./schema";

/** For a large file over a slow connection. The service waits as long. */
const SEND_TIMEOUT_MS = 30 * SECOND_MS;
/** How often to ask how an import goes. */
const POLL_MS = SECOND_MS;

/** Leaves it to the service. Returns the id of the import. @throws ApiError */
export async function sendImport(body: NewImport, confirm?: string): Promise<string> {
  const call = { method: "POST", body, confirm, timeoutMs: SEND_TIMEOUT_MS } as const;
  return String((await sendCommand("/v1/imports", Import, call)).data.id);
}

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

/** What this import would do. */
export function previewQuery(body: NewImport) {
  const call = { method: "POST", body, timeoutMs: SEND_TIMEOUT_MS } as const;
  return queryOptions({
    queryKey: [...QUERY_ROOTS.pets, "import", fingerprintOf(encodeJson(body))] as const,
    queryFn: async ({ signal }) => (await callApi("/v1/imports/preview", ImportPreview, { ...call, signal })).data,
    enabled: body.rows.length > 0,
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
