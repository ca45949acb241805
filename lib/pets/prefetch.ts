import "server-only";
import { type DehydratedState, dehydrate, QueryClient } from "@tanstack/react-query";
import { ApiError } from "../errors";
import { logError } from "../log";
import { type PetsParams, petsQuery } from "./queries";
import { listPets } from "./store";

/** Pets of one page as the browser's cache wants them; `problem` when they could not be read. */
export type Prefetched = { state: DehydratedState; problem: "invalid" | "unavailable" | null };

/** Reads a page of animals on the server with the same verb as the endpoint, under the key that the browser will look for. */
export async function prefetchPets(params: PetsParams): Promise<Prefetched> {
  const client = new QueryClient();
  try {
    const page = await listPets({ limit: params.limit ?? 20, status: params.status, cursor: params.cursor });
    client.setQueryData(petsQuery(params).queryKey, page);
    return { state: dehydrate(client), problem: null };
  } catch (error) {
    if (error instanceof ApiError) return { state: dehydrate(client), problem: "invalid" };
    logError("page data unavailable", error);
    return { state: dehydrate(client), problem: "unavailable" };
  }
}
