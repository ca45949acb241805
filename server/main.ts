import { readEnv } from "@/lib/process/env";
import { log } from "@/lib/process/log";
import { prepareDatabase } from "./database/prepare";
import { prepareFirstStart, printBanner, trustsHostHeader } from "./first-start";
import { logAllOutput } from "./output";
import { type Closer, closeAll, endProcess, startServing, stopOnSignal } from "./serving";
import { isWorker, startWorker, startWorkers } from "./workers";

/**
 * The whole service, or one of its workers. Returns when it accepts requests.
 * @throws Error with one line, after stopping everything
 */
export async function startService({ dev = false } = {}): Promise<void> {
  // There the output is for people.
  if (!dev) logAllOutput();
  await (isWorker() ? startWorker() : startAll(dev));
}

async function startAll(dev: boolean): Promise<void> {
  const closers: Closer[] = [];
  try {
    const settings = await prepareDatabase(readEnv(), closers, (error) => void endProcess(closers, error));
    const first = await prepareFirstStart(settings.DEMO_DATA);
    const isAlone = dev || settings.WORKERS === 1;
    const port = await (isAlone ? startServing(settings, closers, { dev }) : startWorkers(settings, closers));
    stopOnSignal(closers);
    printBanner(port, settings, first);
    if (trustsHostHeader(settings)) {
      log("warn", "without SITE_URL, links and cookies follow the Host header, which any client can choose");
    }
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}
