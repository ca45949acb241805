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
      {
        resolve: { alias },
        test: {
          name: "api",
          // Loading every module for each file would take longer than the tests. Each suite restores what it sets.
          isolate: false,
          include: ["e2e/api/**/*.test.ts"],
          globalSetup: ["e2e/api/support/setup.ts"],
          ...PATIENCE,
        },
      },
    ],
  },
});
