import { QueryClient, type QueryKey } from "@tanstack/react-query";
import { SECOND_MS } from "../values/time";
import { ApiError } from "./errors";

/** After no response or a 5xx. */
const MAX_RETRIES = 2;

/** Repeats requests that failed, but not those that were refused. */
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
 * The first part of the keys of each slice, so that a slice can refetch the data of others without importing their
 * queries.
 */
export const QUERY_ROOTS = {
  applications: ["applications"],
  orders: ["orders"],
  overview: ["overview"],
  pets: ["pets"],
} as const;

type Polled<T> = { state: { error: Error | null; data: T | undefined } };

/** Repeats a query while its page is open, until an error, which the page shows with a button, or until `isOver`. */
export const pollEvery = <T>(intervalMs: number, isOver: (data: T) => boolean = () => false) => ({
  refetchInterval: ({ state: { error, data } }: Polled<T>) =>
    error !== null || (data !== undefined && isOver(data)) ? false : intervalMs,
});

/** Follows changes by others. */
export const followChanges = pollEvery(15 * SECOND_MS);

/**
 * Requests in progress are cancelled first: they may have been answered before the change, and React Query would not
 * repeat a query's first request.
 */
export async function refetch(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey });
}

/** After a change that may show anywhere. */
export async function refetchAll(client: QueryClient): Promise<void> {
  await Promise.all(Object.values(QUERY_ROOTS).map((key) => refetch(client, key)));
}
