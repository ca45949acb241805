import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./errors";

/** How often a request that got no response or a 5xx is repeated. */
const MAX_RETRIES = 2;

/** The cache of what a page reads through the API. Retries requests that failed, but not refused ones. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < MAX_RETRIES && error instanceof ApiError && error.status >= 500,
        // Pages say that the network is unavailable, instead of waiting silently.
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}
