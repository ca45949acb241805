import { fileURLToPath } from "node:url";
import { playwright } from "@vitest/browser-playwright";
import { msw } from "msw/vite";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { launchOptions } from "./e2e/testing/chromium.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));
// `server-only` throws outside of React's server environment, and the tests are outside of it.
const alias = [
  { find: /^@\//, replacement: root },
  { find: /^server-only$/, replacement: `${root}node_modules/server-only/empty.js` },
];

// Tests await events, which may take long on a busy machine.
const PATIENCE = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

const projects: TestProjectConfiguration[] = [
  // Each file gets a thread, which starts faster than a process.
  {
    resolve: { alias },
    test: {
      name: "unit",
      pool: "threads",
      include: ["lib/**/*.test.ts"],
      setupFiles: ["e2e/testing/kinds.ts"],
      ...PATIENCE,
    },
  },
  {
    resolve: { alias },
    test: {
      name: "server",
      include: ["{server,scripts,e2e/process}/**/*.test.ts"],
      globalSetup: ["e2e/testing/template.ts"],
      ...PATIENCE,
    },
  },
  {
    resolve: { alias },
    plugins: [
      // Serves the script of the service worker.
      msw({ mode: "worker-only" }),
      // A busy machine may take longer than a toast stays. (A mock would lead all requests through Playwright.)
      {
        name: "long-toasts",
        transform: (code, id) =>
          id.endsWith("/components/ui/toast.ts") ? code.replace(/(?<=_MS = )[\d_e]+/g, "600_000") : undefined,
      },
    ],
    define: { "process.env": "{}" },
    // Finds all packages before the first test: one that is found later would bring a second React.
    optimizeDeps: { entries: ["{components,e2e/components}/**/*.{ts,tsx}"] },
    test: {
      name: "component",
      include: ["components/**/*.test.tsx"],
      setupFiles: ["e2e/components/setup.ts"],
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        // As in Playwright, a part of a name is enough.
        locators: { exact: false },
        provider: playwright({ launchOptions, contextOptions: { reducedMotion: "reduce" } }),
        instances: [{ browser: "chromium" }],
        viewport: { width: 1280, height: 720 },
      },
      testTimeout: 60_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 30_000 } },
    },
  },
  {
    resolve: {
      alias: [...alias, { find: /^better-auth\/crypto$/, replacement: `${root}e2e/api/support/passwords.ts` }],
    },
    test: {
      name: "api",
      // Loading every module for each file would take longer than the tests. Each suite restores what it sets.
      isolate: false,
      include: ["e2e/api/**/*.test.ts"],
      globalSetup: ["e2e/api/support/setup.ts"],
      // Next.js expects this before anything else of it is loaded.
      setupFiles: ["next/dist/server/node-environment-baseline"],
      ...PATIENCE,
    },
  },
];

// `npm run mutation` needs only the unit tests.
const isMutated = process.env.STRYKER_MUTATOR_WORKER !== undefined;

export default defineConfig({ test: { projects: isMutated ? projects.slice(0, 1) : projects } });
