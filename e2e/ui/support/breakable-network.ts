import type { Page } from "@playwright/test";
import { type Network, startNetwork } from "../../testing/network";
import { test as base } from "./service";

/** The pages of a test reach the service through a network that the test can break. */
export const test = base.extend<{ network: Network }>({
  network: async ({ service }, use) => {
    const network = await startNetwork(Number(new URL(service.origin).port));
    await use(network);
    network.close();
  },
  baseURL: async ({ network }, use) => use(network.origin),
});

type Losing = {
  method?: string;
  /** Loses only the answer to this one of the requests, counted from 1. */
  nth?: number;
  /** Called when the service has performed a request, before the page learns that there is no answer. */
  beforeLoss?(): Promise<unknown>;
};

/**
 * Loses answers: the service performs the requests, but the page does not learn their outcome. Returns the
 * Idempotency-Keys of all these requests, and a function that lets later answers pass.
 */
export async function loseAnswers(page: Page, path: string, { method = "POST", nth, beforeLoss }: Losing = {}) {
  const keys: (string | undefined)[] = [];
  let isLosing = true;
  await page.route(path, async (route) => {
    const request = route.request();
    if (request.method() !== method) return route.fallback();
    keys.push(request.headers()["idempotency-key"]);
    if (!isLosing || (nth !== undefined && keys.length !== nth)) return route.fallback();
    await route.fetch();
    await beforeLoss?.();
    return route.abort();
  });
  const stop = () => {
    isLosing = false;
  };
  return { keys, stop };
}
