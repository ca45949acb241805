import "server-only";
import { type Db, db } from "../database/client";
import { pool } from "../database/pool";
import { afterCommit, type Transaction } from "../database/transaction";
import { encodeJson, type Json, parseJson } from "../http/json";
import { now } from "../process/clock";
import { singleton } from "../process/singleton";
import { DAY_MS, SECOND_MS } from "../values/time";

/** No other process takes a job for this long after it was taken, or its lease was renewed. */
export const LEASE_MS = 20 * SECOND_MS;
/** How long a job is kept. */
const KEPT_MS = 30 * DAY_MS;

export type Job = { id: bigint; kind: string; data: Json; tries: number; createdAt: Date };

const wakes = () => singleton("jobs.wakes", () => new Map<string, () => void>());

/** What to call when this process has enqueued a job of a kind. Other processes find it when they next look. */
export function onJob(kind: string, wake: (() => void) | null): void {
  if (wake) wakes().set(kind, wake);
  else wakes().delete(kind);
}

type NewJob = { kind: string; data: unknown; total?: number; delayMs?: number };

/** In the caller's transaction: it is done soon after the commit, and never without one. Returns its id. */
export async function enqueueJob(tx: Transaction, { kind, data, total = 1, delayMs = 0 }: NewJob): Promise<bigint> {
  const at = now();
  const [job] = await tx.$queryRaw<{ id: bigint }[]>`
    INSERT INTO jobs (kind, data, total, created_at, due_at)
    VALUES (${kind}, ${encodeJson(data)}::jsonb, ${total}, ${new Date(at)}, ${new Date(at + delayMs)}) RETURNING id`;
  if (!job) throw new TypeError("an INSERT returns its row");
  if (delayMs === 0) afterCommit(tx, () => wakes().get(kind)?.());
  return job.id;
}

/** Takes the job that has been due for the longest time. Returns null if none is due. */
export async function claimJob(kind: string): Promise<Job | null> {
  const [job] = await db().$queryRaw<(Omit<Job, "data"> & { data: string })[]>`
    UPDATE jobs SET tries = tries + 1, due_at = ${new Date(now() + LEASE_MS)}
    WHERE id = (
      SELECT id FROM jobs WHERE status = 'waiting' AND kind = ${kind} AND due_at <= ${new Date(now())}
      ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING id, kind, data::text AS data, tries, created_at AS "createdAt"`;
  return job ? { ...job, data: parseJson(job.data) } : null;
}

/**
 * Keeps other processes from taking a job. Not on the pool for writes, whose only connection the transaction of the job
 * may hold.
 */
export async function renewLease({ id, tries }: Job, progress: number): Promise<void> {
  await pool().query("UPDATE jobs SET due_at = $3, progress = $4 WHERE id = $1 AND tries = $2 AND status = 'waiting'", [
    String(id),
    tries,
    new Date(now() + LEASE_MS),
    progress,
  ]);
}

/**
 * Ends a job, in the transaction with its effects, so that they happen once. Its data is no longer needed.
 * @throws Error when another process has taken it, so that the transaction changes nothing
 */
export async function settleJob(
  { id, tries }: Job,
  status: "done" | "failed",
  result: object,
  tx: Db = db(),
): Promise<void> {
  const settled = await tx.$executeRaw`
    UPDATE jobs SET status = ${status}, result = ${encodeJson(result)}::jsonb, data = '{}', settled_at = ${new Date(now())}
    WHERE id = ${id} AND tries = ${tries} AND status = 'waiting'`;
  if (settled === 0) throw new Error("another process has taken over this job");
}

/** Another attempt is made after this pause, perhaps by another process. */
export async function postponeJob({ id, tries }: Job, pauseMs: number): Promise<void> {
  const data = { dueAt: new Date(now() + pauseMs) };
  await db().job.updateMany({ where: { id, tries, status: "waiting" }, data });
}

type JobState = { status: "waiting" | "done" | "failed"; progress: number; total: number; result: Json };

/** Returns how a job of this kind goes, or null. Its result is null until it has ended. */
export async function readJob(kind: string, id: bigint): Promise<JobState | null> {
  const [job] = await db().$queryRaw<(Omit<JobState, "result"> & { result: string | null })[]>`
    SELECT status, progress, total, result::text AS result FROM jobs WHERE kind = ${kind} AND id = ${id}`;
  return job ? { ...job, result: parseJson(job.result ?? "null") } : null;
}

export function deleteOldJobs(tx: Db, maxRows: number): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM jobs WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM jobs WHERE created_at < ${new Date(now() - KEPT_MS)} ORDER BY created_at LIMIT ${maxRows}
    ))`;
}
