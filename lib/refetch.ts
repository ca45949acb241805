import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { SECOND_MS } from "./values/time";

/** What a polling query knows about its last answer. */
type Polled<T> = { state: { error: Error | null; data: T | undefined } };

/**
 * Options that repeat a query while its page is open. It stops at an error, which the page shows with a button to try
 * again, or when `isOver` says that the data no longer changes.
 */
export const pollEvery = <T>(intervalMs: number, isOver: (data: T) => boolean = () => false) => ({
  refetchInterval: ({ state: { error, data } }: Polled<T>) =>
    error !== null || (data !== undefined && isOver(data)) ? false : intervalMs,
});

/** Options of a query that follows changes by others. */
export const followChanges = pollEvery(15 * SECOND_MS);

/**
 * Refetches queries after a change. Requests in progress are cancelled first: the service may have answered them before
 * the change, and React Query would not repeat a query's first request.
 */
export async function refetch(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey });
}
