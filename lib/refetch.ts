import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { SECOND_MS } from "./time";

/** How often an open page checks for changes by others. */
const CHECK_MS = 15 * SECOND_MS;

/** The interval of a query that follows changes by others. After an error it stops. */
export const followChanges = {
  refetchInterval: ({ state }: { state: { error: Error | null } }) => (state.error ? false : CHECK_MS),
} as const;

/**
 * Refetches queries after a change. Requests in progress are cancelled first: the service may have answered them before
 * the change, and React Query would not repeat a query's first request.
 */
export async function refetch(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey });
}
