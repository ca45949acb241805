import { type Network, startNetwork } from "../testing/network";
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
