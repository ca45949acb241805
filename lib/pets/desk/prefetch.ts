import "server-only";
import { type DehydratedState, dehydrate, QueryClient } from "@tanstack/react-query";
import { logFailure } from "../../database/health";
import { DomainError } from "../../domain";
import { listLatestChanges } from "../changes/history-store";
import { countPets } from "../list/count-store";
import { ListPetsQuery } from "../list/query";
import { listPets } from "../list/store";
import { type DeskParams, listParameters } from "./params";
import { countsQuery, DESK_INCLUDE, DESK_PAGE_SIZE, deskKeys, latestQuery, versionsKey } from "./queries";

/**
 * With the store functions of the endpoints. If that fails, the browser reads the page. `prefetchMore` reads what else
 * the page shows of these animals.
 */
export async function prefetchDesk(
  params: DeskParams,
  prefetchMore: (client: QueryClient, petIds: readonly bigint[]) => Promise<void>,
): Promise<DehydratedState> {
  const client = new QueryClient();
  const parameters = listParameters(params, { limit: String(DESK_PAGE_SIZE), include: DESK_INCLUDE });
  const query = ListPetsQuery.safeParse(Object.fromEntries(parameters));
  try {
    client.setQueryData(countsQuery().queryKey, await countPets({ visibility: "all" }));
    if (query.success) {
      const page = await listPets({ ...query.data, visibility: query.data.visibility ?? "all", seesCare: true });
      client.setQueryData(deskKeys.list(params), page);
      const ids = page.pets.map(({ id }) => id);
      const latest = ids.length > 0 ? await listLatestChanges(ids) : [];
      client.setQueryData(
        latestQuery(ids, versionsKey(page.pets)).queryKey,
        new Map(latest.map((one) => [one.id, one])),
      );
      await prefetchMore(client, ids);
    }
  } catch (error) {
    if (!(error instanceof DomainError)) logFailure("page data unavailable", error);
  }
  return dehydrate(client);
}
