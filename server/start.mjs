// Sets up what is missing, because a fresh machine has neither packages nor a bundle, then runs the bundle in this same
// process, so that Ctrl-C and SIGTERM reach it directly.
import cluster from "node:cluster";
import { setFlagsFromString } from "node:v8";
import { setup } from "../scripts/setup.mjs";

// By default, V8 lets a busy heap grow to a multiple of its live objects.
setFlagsFromString("--heap-growing-percent=50");

const COMMANDS = ["build", "keys", "staff", "photos", "seed"];
/** @param {string} name */
const bundled = (name) => new URL(`../dist/${name}.js`, import.meta.url).href;
const [command, ...args] = process.argv.slice(2);

// If the reader of the output leaves or the disk is full, lines are lost but the service continues. Without a listener,
// the process would end and leave PostgreSQL running.
let isOutputLost = false;
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", () => {
    isOutputLost = true;
  });
}

// For people. The service turns whatever else is written into lines of its log.
const writeError = process.stderr.write.bind(process.stderr);

try {
  const dev = command === "dev";
  // React and Next.js read NODE_ENV when they are loaded. Nothing else sets a variable.
  Object.assign(process.env, { NODE_ENV: process.env.NODE_ENV ?? (dev ? "development" : "production") });
  if (command === undefined || dev) {
    // The process that started a worker has set everything up.
    if (!cluster.isWorker) await setup({ skip: dev ? ["build"] : [] });
    /** @type {typeof import("./main")} */
    const { startService } = await import(bundled("main"));
    await startService({ dev });
  } else if (command === "build") {
    await setup();
  } else if (COMMANDS.includes(command)) {
    await setup({ skip: ["build"] });
    /** @type {typeof import("./cli")} */
    const { runCommand } = await import(bundled("cli"));
    const code = await runCommand(command, args);
    // The output may have a secret that is shown only once, so a lost line is a failure.
    process.exitCode = code === 0 && isOutputLost ? 1 : code;
  } else {
    throw new Error(`unknown command ${command}; there are ${COMMANDS.join(", ")}`);
  }
} catch (error) {
  // A stack would not help the person who starts the service.
  writeError(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
