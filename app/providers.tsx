"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ProgressBar } from "@/components/ui/progress";
import { Toasts } from "@/components/ui/toasts";
import { ApiError } from "@/lib/http/errors";

/** How often a request that got no response or a 5xx is repeated. */
const MAX_RETRIES = 2;

/** React Query for the whole site. Retries requests that failed, but not refused ones. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            retry: (failures, error) => failures < MAX_RETRIES && error instanceof ApiError && error.status >= 500,
            // Pages say that the network is unavailable, instead of waiting silently.
            networkMode: "always",
          },
          mutations: { networkMode: "always" },
        },
      }),
  );
  return (
    <QueryClientProvider client={client}>
      <ProgressBar />
      {children}
      <Toasts />
    </QueryClientProvider>
  );
}
