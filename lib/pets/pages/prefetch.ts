import "server-only";
import { type DehydratedState, dehydrate, QueryClient } from "@tanstack/react-query";
import { decodeCursor } from "../../cursor";
import { logError } from "../../log";
import { PAGE_SIZE } from "../list/page-size";
import { listPets } from "../list/store";
import type { PetsParams } from "./page";
import { petsQuery } from "./queries";

/** A page of pets for the cache of the browser; `problem` says why it could not be read. */
export type Prefetched = { state: DehydratedState; problem: "invalid" | "unavailable" | null };

/**
 * Reads a page of animals on the server with the same store function as the endpoint, under the query key that the
 * browser uses.
 */
export async function prefetchPets(params: PetsParams): Promise<Prefetched> {
  const client = new QueryClient();
  const { limit = PAGE_SIZE, status } = params;
  const cursor = params.cursor === undefined ? undefined : decodeCursor(params.cursor);
  if (cursor === null || cursor?.sort === "oldest") return { state: dehydrate(client), problem: "invalid" };
  try {
    client.setQueryData(petsQuery(params).queryKey, await listPets({ limit, status, cursor }));
    return { state: dehydrate(client), problem: null };
  } catch (error) {
    logError("page data unavailable", error);
    return { state: dehydrate(client), problem: "unavailable" };
  }
}
