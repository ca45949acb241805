import { env } from "@/lib/env";
import { prepareDatabase } from "./database";
import { addressOf, prepareFirstStart, printBanner } from "./first-start";
import { logAllOutput } from "./output";
import { type Closer, closeAll, endProcess, startServing, stopOnSignal } from "./serving";
import { isWorker, startWorkers, work } from "./workers";

/**
 * Starts the whole service and returns when it serves.
 * @throws Error with one line that says what is wrong and names it; whatever was started is stopped again
 */
export async function serve({ dev = false } = {}): Promise<void> {
  // In development people read along.
  const putBack = dev ? () => {} : logAllOutput();
  try {
    await (isWorker() ? work() : startAll(dev));
  } catch (error) {
    putBack();
    throw error;
  }
}

async function startAll(dev: boolean): Promise<void> {
  const closers: Closer[] = [];
  try {
    const settings = env();
    const database = await prepareDatabase(settings, closers, {
      as: "service",
      giveUp: (error) => void endProcess(closers, error),
    });
    const first = await prepareFirstStart(settings.DEMO_DATA);
    const alone = dev || settings.WORKERS === 1;
    const port = await (alone ? startServing(settings, closers, { dev }) : startWorkers(settings, closers));
    stopOnSignal(closers);
    await database.announce(addressOf(port, settings.HOST));
    printBanner(port, settings, first);
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}
