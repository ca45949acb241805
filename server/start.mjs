// `npm start` and the other commands: set up what is missing, then run the bundled code in this same process, so that
// Ctrl-C and SIGTERM reach it directly.
import cluster from "node:cluster";
import { setFlagsFromString } from "node:v8";
import { setup } from "../scripts/setup.mjs";

// By default V8 lets a busy heap grow to a multiple of its live objects.
setFlagsFromString("--heap-growing-percent=50");

const COMMANDS = ["keys", "staff", "seed", "migrate"];
/** @param {string} name */
const bundled = (name) => new URL(`../dist/${name}.js`, import.meta.url).href;
const [command, ...args] = process.argv.slice(2);

// A reader that leaves or a full disk costs lines of the output, not the service: without a listener the process would
// end immediately and leave PostgreSQL running.
let isOutputLost = false;
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", () => {
    isOutputLost = true;
  });
}

try {
  const dev = command === "dev";
  // React and Next.js read NODE_ENV from the environment. This is the only variable that is set.
  Object.assign(process.env, { NODE_ENV: process.env.NODE_ENV ?? (dev ? "development" : "production") });
  if (command === undefined || dev) {
    // The process that started a worker has set everything up.
    if (!cluster.isWorker) await setup({ skip: dev ? ["build"] : [] });
    /** @type {typeof import("./main")} */
    const { startService } = await import(bundled("main"));
    await startService({ dev });
  } else if (COMMANDS.includes(command)) {
    await setup({ skip: ["build"] });
    /** @type {typeof import("./cli")} */
    const { runCommand } = await import(bundled("cli"));
    const code = await runCommand(command, args);
    // Its output may include a secret that is shown once.
    process.exitCode = code === 0 && isOutputLost ? 1 : code;
  } else {
    throw new Error(`unknown command ${command}; there are ${COMMANDS.join(", ")}`);
  }
} catch (error) {
  // An expected failure is one line; a stack does not help the person who starts the service.
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
