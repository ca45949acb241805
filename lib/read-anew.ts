import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Has queries read anew after a change. What is on its way is given up first: it may have been read before the change, and
 * React Query would take a first reading for the new one.
 */
export async function readAnew(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey });
}
