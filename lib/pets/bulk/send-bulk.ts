import { ApiError } from "../../http/errors";
import { MAX_CHANGES } from "../changes/batch-schema";
import { sendChangePets } from "../changes/calls";
import { fetchCurrentPets } from "../list/calls";
import { applyResults, type BulkJob, changeOf, nextBatch } from "./bulk";

/**
 * Sends a bulk change in batches until no row is unsent, and reports the job after each. A batch whose answer was lost
 * can be sent again: each animal is changed only in the version that was read, and an animal that already has the
 * wanted value is done.
 * @throws ApiError when a batch got no answer, was refused as a whole or was interrupted; the job can continue from
 * there
 */
export async function sendBulk(job: BulkJob, save: (job: BulkJob) => void, signal: AbortSignal): Promise<BulkJob> {
  let current = job;
  for (;;) {
    const batch = nextBatch(current, MAX_CHANGES);
    if (batch.length === 0 || signal.aborted) return current;
    const results = await sendChangePets(batch.map(changeOf));
    const stale = results.filter(({ status }) => status === 412n).map(({ id }) => id.toString());
    const now = stale.length > 0 ? await fetchCurrentPets(stale) : new Map();
    current = { ...current, rows: applyResults(current.rows, results, now) };
    save(current);
    const [interrupted] = results.filter(({ status }) => status === 503n);
    if (interrupted) throw new ApiError("unavailable", interrupted.message ?? "");
  }
}
