"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ToastProvider } from "@/components/ui/toasts";
import { ApiError } from "@/lib/http/errors";

/** Tries after the first for a request that got no answer or 503. */
const MAX_RETRIES = 2;

/** React Query for the whole site. What the service refused is not asked again; what it could not answer is. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            retry: (failures, error) => failures < MAX_RETRIES && error instanceof ApiError && error.status >= 500,
            // Pages say so themselves when the network is away, instead of waiting without a word.
            networkMode: "always",
          },
          mutations: { networkMode: "always" },
        },
      }),
  );
  return (
    <QueryClientProvider client={client}>
      <ToastProvider>{children}</ToastProvider>
    </QueryClientProvider>
  );
}
