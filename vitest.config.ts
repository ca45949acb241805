import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));
// `server-only` throws outside of a React server; here everything is the server.
const alias = [
  { find: /^@\//, replacement: root },
  { find: /^server-only$/, replacement: `${root}node_modules/server-only/empty.js` },
];

export default defineConfig({
  test: {
    projects: [
      { resolve: { alias }, test: { name: "unit", include: ["lib/**/*.test.ts"] } },
      {
        resolve: { alias },
        test: { name: "server", include: ["server/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 60_000 },
      },
      {
        resolve: { alias },
        test: {
          name: "api",
          include: ["e2e/api/**/*.test.ts"],
          globalSetup: ["e2e/api/setup.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
