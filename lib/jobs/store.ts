import "server-only";
import { type Db, db } from "../database/client";
import { pool } from "../database/pool";
import { afterCommit, begunSet, type Transaction } from "../database/transaction";
import { encodeJson, type Json, parseJson } from "../http/json";
import { now } from "../process/clock";
import { singleton } from "../process/singleton";
import { SECOND_MS } from "../values/time";

/** No other process takes a job for this long after it was taken, or its lease was renewed. */
export const LEASE_MS = 20 * SECOND_MS;

export type Job = {
  id: bigint;
  kind: string;
  data: Json;
  template: string | null;
  about: string | null;
  tries: number;
  createdAt: Date;
};

const wakes = () => singleton("jobs.wakes", () => new Map<string, () => void>());

/** What to call when this process has enqueued a job of a kind. Other processes find it when they next look. */
export function onJob(kind: string, wake: (() => void) | null): void {
  if (wake) wakes().set(kind, wake);
  else wakes().delete(kind);
}

type NewJob = { data: unknown; total?: number; template?: string; about?: string | undefined };

/**
 * In the caller's transaction: they are done after its commit and this delay, and never without one. Returns their ids.
 * @throws what the database throws
 */
export async function enqueueJobs(tx: Transaction, kind: string, jobs: readonly NewJob[], delayMs = 0) {
  const at = now();
  const rows = await tx.$queryRaw<{ id: bigint }[]>`
    INSERT INTO jobs (kind, data, total, template, about, change_set, created_at, due_at)
    SELECT ${kind}, data, coalesce(total, 1), template, about, ${begunSet(tx)?.id ?? null}::bigint, ${new Date(at)},
      ${new Date(at + delayMs)}
    FROM jsonb_to_recordset(${encodeJson(jobs)}::jsonb)
      AS added (data jsonb, total integer, template text, about text)
    RETURNING id`;
  if (delayMs === 0) afterCommit(tx, () => wakes().get(kind)?.());
  return rows.map(({ id }) => id);
}

/** Takes the job that has been due for the longest time. Returns null if none is due. */
export async function claimJob(kind: string): Promise<Job | null> {
  const [job] = await db().$queryRaw<(Omit<Job, "data"> & { data: string })[]>`
    UPDATE jobs SET tries = tries + 1, due_at = ${new Date(now() + LEASE_MS)}
    WHERE id = (
      SELECT id FROM jobs WHERE status = 'waiting' AND kind = ${kind} AND due_at <= ${new Date(now())}
      ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING id, kind, data::text AS data, template, about, tries, created_at AS "createdAt"`;
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
export async function postponeJob({ id, tries }: Job, pauseMs: number, tx: Db = db()): Promise<void> {
  const data = { dueAt: new Date(now() + pauseMs) };
  await tx.job.updateMany({ where: { id, tries, status: "waiting" }, data });
}

type JobState = { status: "waiting" | "done" | "failed"; progress: number; total: number; result: Json };

/** Returns how a job of this kind goes, or null. Its result is null until it has ended. */
export async function readJob(kind: string, id: bigint): Promise<JobState | null> {
  const [job] = await db().$queryRaw<(Omit<JobState, "result"> & { result: string | null })[]>`
    SELECT status, progress, total, result::text AS result FROM jobs WHERE kind = ${kind} AND id = ${id}`;
  return job ? { ...job, result: parseJson(job.result ?? "null") } : null;
}
