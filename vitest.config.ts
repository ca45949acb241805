import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));
// `server-only` throws outside of React's server environment, and the tests are outside of it.
const alias = [
  { find: /^@\//, replacement: root },
  { find: /^server-only$/, replacement: `${root}node_modules/server-only/empty.js` },
];

// What is awaited comes, but may take its time on a busy machine; the default is one second.
const polling = { poll: { timeout: 15_000 } };

export default defineConfig({
  test: {
    projects: [
      { resolve: { alias }, test: { name: "unit", include: ["lib/**/*.test.ts"], testTimeout: 30_000 } },
      {
        resolve: { alias },
        test: {
          name: "server",
          include: ["{server,scripts}/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: polling,
        },
      },
      // The same tests on both mounts of the API: the production server's own, and Next.js's.
      ...["server", "next"].map((mount) => ({
        resolve: { alias },
        test: {
          name: mount === "server" ? "api" : "api-next",
          // Loading every module for each file would take longer than the tests. Each suite restores what it sets.
          isolate: false,
          include: ["e2e/api/**/*.test.ts"],
          exclude:
            mount === "server"
              ? []
              : [
                  "e2e/api/{demo,malformed,photos-uploads,linear,list-plans,mounts,pg-internals,pipeline,silent-database}.test.ts",
                ],
          env: { MOUNT: mount },
          globalSetup: ["e2e/api/support/setup.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: polling,
        },
      })),
    ],
  },
});
