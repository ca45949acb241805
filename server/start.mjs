// `npm start` and the other commands: set up what is missing, then run our bundled code in this same process, so that
// Ctrl-C and SIGTERM reach it directly.
import cluster from "node:cluster";
import { setFlagsFromString } from "node:v8";
import { setup } from "../scripts/setup.mjs";

// By itself V8 lets a busy heap grow to a multiple of what is alive in it.
setFlagsFromString("--heap-growing-percent=50");

const COMMANDS = ["keys", "staff", "seed", "migrate"];
/** @param {string} name */
const bundled = (name) => new URL(`../dist/${name}.js`, import.meta.url).href;
const [command, ...args] = process.argv.slice(2);

try {
  const dev = command === "dev";
  Object.assign(process.env, { NODE_ENV: process.env.NODE_ENV ?? (dev ? "development" : "production") });
  if (command === undefined || dev) {
    // A worker has nothing to set up: the process that started it has done so.
    if (!cluster.isWorker) await setup({ skip: dev ? ["build"] : [] });
    /** @type {typeof import("./main")} */
    const { startService } = await import(bundled("main"));
    await startService({ dev });
  } else if (COMMANDS.includes(command)) {
    await setup({ skip: ["build"] });
    /** @type {typeof import("./cli")} */
    const { runCommand } = await import(bundled("cli"));
    process.exitCode = await runCommand(command, args);
  } else {
    throw new Error(`unknown command ${command}; there are ${COMMANDS.join(", ")}`);
  }
} catch (error) {
  // An expected failure is one line; the stack helps nobody who starts a service.
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
