import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));
// `server-only` throws outside of React's server environment, and the tests are outside of it.
const alias = [
  { find: /^@\//, replacement: root },
  { find: /^server-only$/, replacement: `${root}node_modules/server-only/empty.js` },
];

// Tests await events, which may take long on a busy machine.
const PATIENCE = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

/**
 * What the mounts may do differently: how a request arrives and how its answer leaves. The rules behind them are the
 * same functions.
 */
const ON_NEXT = [
  "http/{every-operation,every-operation-invalid,every-route,bad-input,nul,openapi,idempotency,proxies,site-url}",
  "pets/{list-pets,get-pet,create-pet,change-pet,remove-pet,paging,polling}",
  "{applications/applications,database/database-unavailable,keys/{credentials,keys},limits/limits,orders/orders}",
  "photos/{photos,photos-files}",
].map((files) => `e2e/api/${files}.test.ts`);

export default defineConfig({
  test: {
    projects: [
      // Each file gets a thread, which starts faster than a process.
      { resolve: { alias }, test: { name: "unit", pool: "threads", include: ["lib/**/*.test.ts"], ...PATIENCE } },
      {
        resolve: { alias },
        test: {
          name: "server",
          include: ["{server,scripts,e2e/process}/**/*.test.ts"],
          ...PATIENCE,
        },
      },
      // Both mounts of the API: the production server's own, and Next.js's.
      ...["server", "next"].map((mount) => ({
        resolve: { alias },
        test: {
          name: mount === "server" ? "api" : "api-next",
          // Loading every module for each file would take longer than the tests. Each suite restores what it sets.
          isolate: false,
          include: mount === "server" ? ["e2e/api/**/*.test.ts"] : ON_NEXT,
          env: { MOUNT: mount },
          globalSetup: ["e2e/api/support/setup.ts"],
          ...PATIENCE,
        },
      })),
    ],
  },
});
