import { QueryClient } from "@tanstack/react-query";
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
