import "server-only";
import type { QueryClient } from "@tanstack/react-query";
import { toCountMap } from "./inbox/count-schema";
import { countOpenApplications } from "./inbox/count-store";
import { applicationCountsQuery } from "./queries";

/** Reads on the server how many open applications these animals have. */
export async function prefetchApplicationCounts(client: QueryClient, petIds: readonly bigint[]): Promise<void> {
  if (petIds.length === 0) return;
  client.setQueryData(applicationCountsQuery(petIds).queryKey, toCountMap(await countOpenApplications(petIds)));
}
