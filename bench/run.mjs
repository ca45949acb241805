// `npm run bench`: sets up what is missing, bundles the benchmarks and runs them in this process.

import { build } from "esbuild";
import { setup } from "../server/setup.mjs";

try {
  process.env.NODE_ENV = "production";
  await setup();
  await build({
    entryPoints: ["bench/main.ts", "bench/contenders/bare.ts", "bench/contenders/fastify.ts"],
    outdir: "dist/bench",
    bundle: true,
    splitting: true,
    platform: "node",
    target: "node22",
    format: "esm",
    packages: "external",
    alias: { "server-only": "./node_modules/server-only/empty.js" },
    logLevel: "silent",
  });
  const { bench } = await import("../dist/bench/main.js");
  await bench(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
