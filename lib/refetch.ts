import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Refetches queries after a change. Requests in progress are cancelled first: the service may have answered them before
 * the change, and React Query would not repeat a query's first request.
 */
export async function refetch(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey });
}
