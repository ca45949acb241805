import { QueryClient, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { SECOND_MS } from "../values/time";
import { ApiError } from "./errors";

/** How many times a request is repeated after no response or a 5xx. */
const MAX_RETRIES = 2;

/**
 * Makes the cache of everything that a page reads from the API. It retries requests that failed, but not those that
 * were refused.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < MAX_RETRIES && error instanceof ApiError && error.status >= 500,
        // A page reports an unavailable network instead of waiting silently.
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}

/**
 * The first part of the query keys of each slice. They are here, so that a slice can refetch the data of others without
 * importing their queries.
 */
export const QUERY_ROOTS = {
  applications: ["applications"],
  orders: ["orders"],
  overview: ["overview"],
  pets: ["pets"],
} as const;

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

/** A change after which the queries with this key are read again. It is pending until they have been. */
export function useChange<Result, Sent = void>(queryKey: QueryKey, mutationFn: (sent: Sent) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => refetch(client, queryKey) });
}
