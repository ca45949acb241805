import "server-only";
import { isDatabaseUnavailable } from "../database/errors";

/** How additions of animals, and changes of single ones, share statements. */
export const IN_BATCHES = { maxBatch: 100, maxParallel: 2, maxWaiting: 10_000, failsAll: isDatabaseUnavailable };
