import "server-only";
import { isDatabaseUnavailable } from "../database/errors";

export const IN_BATCHES = { maxBatch: 100, maxParallel: 2, maxWaiting: 10_000, failsAll: isDatabaseUnavailable };
