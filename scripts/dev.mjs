// `npm run dev`. Next.js reloads app/ and components/ itself. When the server's code, lib/ or prisma/ changes, Node
// replaces the service, which generates, bundles and migrates what has changed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { setup } from "./setup.mjs";

// The set-up itself writes into lib/generated.
const lib = readdirSync("lib").flatMap((name) => (name === "generated" ? [] : [`lib/${name}`]));
const WATCHED = ["server", ...lib, "prisma", "next.config.mjs", "postcss.config.mjs"];

try {
  await setup({ skip: ["build"] });
  const watching = [...WATCHED.map((path) => `--watch-path=${path}`), "--watch-preserve-output"];
  const child = spawn(process.execPath, [...watching, "server/start.mjs", "dev"], { stdio: "inherit" });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
    process.once(signal, () => void child.kill(signal));
  await once(child, "exit");
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
