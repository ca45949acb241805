import { readEnv } from "@/lib/process/env";
import { log } from "@/lib/process/log";
import { prepareDatabase } from "./database/prepare";
import { localUrl, prepareFirstStart, printBanner, trustsHostHeader } from "./first-start";
import { logAllOutput } from "./output";
import { type Closer, closeAll, endProcess, startServing, stopOnSignal } from "./serving";
import { isWorker, startWorker, startWorkers } from "./workers";

/**
 * Starts the whole service, or one of its workers. Returns when it accepts requests.
 * @throws Error with one line that says what is wrong, after stopping everything that was started
 */
export async function startService({ dev = false } = {}): Promise<void> {
  // In development the output is for people, not for a log.
  const restoreOutput = dev ? () => {} : logAllOutput();
  try {
    await (isWorker() ? startWorker() : startAll(dev));
  } catch (error) {
    restoreOutput();
    throw error;
  }
}

/**
 * Keeps the database for processes that serve and may be replaced, as in `npm run dev`. Serves nothing itself. Returns
 * the environment that those processes need.
 * @throws Error with one line
 */
export async function keepDatabase(): Promise<{ environment: Record<string, string>; close(): Promise<void> }> {
  const closers: Closer[] = [];
  const close = () => closeAll(closers);
  try {
    const { settings, ownerUrl, announce } = await prepareDatabase(readEnv(), closers, {
      as: "service",
      giveUp: (error) => void endProcess(closers, error),
    });
    await announce(localUrl(settings.PORT, settings.HOST));
    const { DATABASE_URL, AUTH_SECRET } = settings;
    return { environment: { DATABASE_URL, MIGRATION_DATABASE_URL: ownerUrl, AUTH_SECRET }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startAll(dev: boolean): Promise<void> {
  const closers: Closer[] = [];
  try {
    const { settings, announce } = await prepareDatabase(readEnv(), closers, {
      as: "service",
      giveUp: (error) => void endProcess(closers, error),
    });
    const first = await prepareFirstStart(settings.DEMO_DATA);
    const isAlone = dev || settings.WORKERS === 1;
    const port = await (isAlone ? startServing(settings, closers, { dev }) : startWorkers(settings, closers));
    stopOnSignal(closers);
    await announce(localUrl(port, settings.HOST));
    printBanner(port, settings, first);
    if (trustsHostHeader(settings)) {
      log("warn", "without SITE_URL, links and cookies follow the Host header, which any client can choose");
    }
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}
