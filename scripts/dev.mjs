// `npm run dev`. There are two processes: this one keeps the database, so that the embedded PostgreSQL survives
// restarts, and a child, `server/start.mjs dev`, serves. Next.js reloads app/ and components/ itself. When the server's
// code, lib/ or prisma/ changes, the child is replaced within a second or two; it generates, bundles and migrates what
// has changed.

import { keepRestarting } from "./restart.mjs";
import { setup } from "./setup.mjs";

const WATCHED = ["server", "lib", "prisma", "next.config.mjs", "postcss.config.mjs"];

try {
  await setup({ skip: ["build"] });
  /** @type {typeof import("../server/main")} */
  const { keepDatabase } = await import(new URL("../dist/main.js", import.meta.url).href);
  const database = await keepDatabase();
  const stopRestarting = keepRestarting({
    args: ["server/start.mjs", "dev"],
    env: { ...process.env, ...database.environment },
    watched: WATCHED,
  });
  const stop = async () => {
    await stopRestarting();
    await database.close();
    process.exit();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => void stop());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
