/** `npm run mutation`, or a part of it: `npm run mutation -- --mutate lib/limits/bucket.ts`. See docs/tests.md. */
export default {
  mutate: [
    "lib/{limits,keys,api}/*.ts",
    "lib/adoptions/{transitions,consequences}.ts",
    "lib/orders/{status,schema,hand-over}.ts",
    "lib/applications/{status,limits,inbox,form,adopter-form}.ts",
    "lib/pets/status.ts",
    "!**/*.test.ts",
    // Statements of the database, and connections to Redis: the API tests run them.
    "!lib/**/{*-store,store,redis,redis-connection}.ts",
    // What the browser sends and shows: the component tests run it.
    "!lib/keys/{client,words}.ts",
  ],
  testRunner: "vitest",
  concurrency: 1,
  // Stryker cannot read a configuration with TypeScript 7, and needs none.
  tsconfigFile: "none",
  disableTypeChecks: false,
  ignorePatterns: ["/.next", "/.data", "/dist", "/test-results", "/playwright-report"],
  reporters: ["clear-text", "progress-append-only", "json"],
  cleanTempDir: "always",
  thresholds: { break: 80 },
};
