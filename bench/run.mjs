// `npm run bench`: sets up what is missing, bundles the benchmarks and runs them in this process.

import { BUNDLE_OPTIONS, setup } from "../scripts/setup.mjs";

try {
  Object.assign(process.env, { NODE_ENV: "production" });
  await setup();
  // It may have just been installed.
  const { build } = await import("esbuild");
  await build({
    ...BUNDLE_OPTIONS,
    entryPoints: ["bench/main.ts", "bench/contenders/bare.ts", "bench/contenders/fastify.ts"],
    outdir: "dist/bench",
  });
  /** @type {typeof import("./main")} */
  const { bench } = await import(new URL("../dist/bench/main.js", import.meta.url).href);
  await bench(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
