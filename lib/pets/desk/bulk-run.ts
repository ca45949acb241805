import { ApiError } from "../../http/errors";
import { type BatchResult, MAX_CHANGES } from "../changes/batch-schema";
import { fetchHistory, sendChanges, undoChange } from "../changes/calls";
import { applyResults, type BulkJob, type BulkRow, nextBatch, type Target } from "./bulk";
import { fetchCurrentPets } from "./calls";

/**
 * Sends a bulk change in batches until no row is waiting, and passes on the job after each. A batch whose answer was
 * lost can be sent again: each animal is changed only in the version that was read, and an animal that already has the
 * wanted value is done.
 * @throws ApiError when a batch got no answer or was refused as a whole; the job can continue from there
 */
export async function sendBulk(job: BulkJob, save: (job: BulkJob) => void, signal: AbortSignal): Promise<BulkJob> {
  let current = job;
  for (;;) {
    const batch = nextBatch(current, MAX_CHANGES);
    if (batch.length === 0 || signal.aborted) return current;
    const changes = batch.map(({ id, version, to }) => ({ id: BigInt(id), ifMatch: version, ...bodyOf(to) }));
    const answered = await sendChanges(changes);
    const results = current.isUndo ? await undoRefused(batch, answered) : answered;
    const stale = results.filter(({ status }) => status === 412n).map(({ id }) => id.toString());
    const now = stale.length > 0 ? await fetchCurrentPets(stale) : new Map();
    current = { ...current, rows: applyResults(current.rows, results, now) };
    save(current);
  }
}

const bodyOf = (to: Target) => ("status" in to ? { status: to.status } : { categoryId: BigInt(to.categoryId) });

/** Undoes refused rows one by one. Only undoing may set some statuses, such as from adopted back to pending. */
async function undoRefused(batch: readonly BulkRow[], results: readonly BatchResult[]): Promise<BatchResult[]> {
  const undone: BatchResult[] = [];
  for (const result of results) {
    const row = batch.find(({ id }) => id === result.id.toString());
    undone.push(result.status === 409n && row ? await undoOne(row, result) : result);
  }
  return undone;
}

async function undoOne(row: BulkRow, refused: BatchResult): Promise<BatchResult> {
  try {
    const [newest] = await fetchHistory(BigInt(row.id), 1);
    if (!newest) return refused;
    return { id: refused.id, status: 200n, version: await undoChange(BigInt(row.id), newest.id, row.version) };
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 412)) throw error;
    return error.status === 412 ? { ...refused, status: 412n } : refused;
  }
}
