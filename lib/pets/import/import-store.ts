import "server-only";
import * as z from "zod/mini";
import type { Consent } from "../../adoptions/applications-store";
import { askToAdopt } from "../../adoptions/store";
import { record } from "../../audit/log-store";
import { contentChanged } from "../../concurrency/caches";
import { LOCKS } from "../../database/locks";
import { afterCommit, begunSet, inTransaction, type Transaction } from "../../database/transaction";
import { type Author, authorText, DomainError, parseAuthor } from "../../domain";
import { enqueueJobs, type Job, readJob, settleJob } from "../../jobs/store";
import type { JobKind, Run } from "../../jobs/worker";
import { chunksOf, recordOf } from "../../values/objects";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../values/time";
import type { CareChange } from "../care/schema";
import { findByReference, writeCare } from "../care/store";
import {
  isAllowed,
  isChange,
  type Judged,
  judgeChanges,
  makeChanges,
  soldOf,
  type WantedChange,
} from "../changes/change-store";
import { INSERT, insertValues } from "../columns";
import { type NewProfile, NO_PROFILE, withNamed } from "../profile/schema";
import { writeProfiles } from "../profile/store";
import type { NewPet } from "../schema";
import { type Import, ImportResult, NewImport, NO_IMPORT, OUTCOMES, Problem, type Row, type RowResult } from "./schema";

const KIND = "import";
/** Rows in one statement, which is far below the time limit of a statement. */
const CHUNK = 500;
/** Of the transaction of an import. */
const TIMEOUT_MS = 5 * MINUTE_MS;

/** `confirm` is the token of its consequences, with which the import was sent. */
const Data = z.extend(NewImport, { author: z.string(), confirm: z.nullable(z.string()) });

type SentImport = NewImport & { author: Author; consent: Consent };

/** Leaves the rows to a job, whose id it returns. @throws DomainError confirmation_required */
export function enqueueImport({ author, consent, ...sent }: SentImport): Promise<bigint> {
  return inTransaction(async (tx) => {
    const rows = await settleReferences(tx, sent, { locks: false });
    const judged = await judgeChanges(tx, wantedIn(rows.filter(({ status }) => status === "sold")));
    const sold = soldOf(judged.filter(isAllowed), "pet");
    if (sold.length > 0) await askToAdopt(tx, sold, consent);
    const data = {
      ...sent,
      rows: sent.rows.map(toSent),
      author: authorText(author),
      confirm: consent.confirm,
    };
    const [id] = await enqueueJobs(tx, KIND, [{ data, total: rows.length }]);
    if (id === undefined) throw new TypeError("an INSERT returns its row");
    return id;
  });
}

/** What the rows that have an id change. */
export const wantedIn = (rows: readonly Row[]): WantedChange[] =>
  rows.flatMap(({ id, ifMatch = null, profile, care, ...change }) =>
    id === undefined ? [] : [{ id, ifMatch, change, ...(profile && { profile }), ...(care && { care }) }],
  );

const toSent = ({ ifMatch, ...row }: Row) => ({ ...row, ...(ifMatch && { ifMatch: String(ifMatch) }) });

/** @throws DomainError not_found */
export async function readImport(id: bigint): Promise<z.input<typeof Import>> {
  const job = await readJob(KIND, id);
  if (!job) throw new DomainError("not_found", NO_IMPORT);
  const { status, progress, total, result } = job;
  return {
    id,
    status,
    progress: status === "done" ? total : Math.min(progress, total),
    total,
    result: status === "done" ? ImportResult.parse(result) : null,
    problem: status === "failed" ? Problem.parse(result) : null,
  };
}

export const IMPORT_JOBS: JobKind = {
  kind: KIND,
  run: (job, run) => inTransaction((tx) => importRows(tx, job, run), undefined, TIMEOUT_MS),
  pausesMs: [5 * SECOND_MS, 15 * SECOND_MS, MINUTE_MS],
  maxTries: 10,
  maxAgeMs: HOUR_MS,
  pollMs: 5 * SECOND_MS,
};

/**
 * All rows, except those that are refused, are one change set. Animals are added first, because nobody waits for that;
 * those that are changed stay locked only briefly.
 */
async function importRows(tx: Transaction, job: Job, { report, signal }: Run): Promise<void> {
  const { confirm, author: text, hidden = null, ...sent } = Data.parse(job.data);
  const author = parseAuthor(text);
  const settled = await settleReferences(tx, sent);
  const rows = settled.map((row) => (hidden && row.id === undefined ? { ...row, care: { hidden, ...row.care } } : row));
  const results = new Map<Row, RowResult>();
  const advance = () => {
    report(results.size);
    signal.throwIfAborted();
  };
  const { added = [], changed = [] } = Object.groupBy(rows, ({ id }) => (id === undefined ? "added" : "changed"));
  for (const chunk of chunksOf(added, CHUNK)) {
    for (const { row, id } of await addPets(tx, author, chunk)) results.set(row, { outcome: "added", petId: id });
    advance();
  }
  const judged = await judgeChanges(tx, wantedIn(changed));
  const petIds = [...results.values()].flatMap(({ petId }) => petId ?? []);
  if (petIds.length > 0) await recordAdditions(tx, author, petIds);
  for (const [at, row] of changed.entries()) {
    const one = judged[at];
    if (one) results.set(row, resultOf(one));
  }
  await makeChanges(tx, author, judged.filter(isAllowed), { confirm, seesNames: false }, advance);
  afterCommit(tx, contentChanged);
  const inOrder = rows.flatMap((row) => results.get(row) ?? []);
  const result: ImportResult = {
    rows: inOrder,
    counts: recordOf(OUTCOMES, (wanted) => inOrder.filter(({ outcome }) => outcome === wanted).length),
    changeSet: begunSet(tx)?.id.toString() ?? null,
  };
  await settleJob(job, "done", result, tx);
}

/** Returns the id of each. */
async function addPets(tx: Transaction, author: Author, rows: readonly Row[]): Promise<{ id: bigint; row: Row }[]> {
  const additions = rows.map((row) => ({ pet: toNewPet(row), author }));
  const ids = await tx.$queryRawUnsafe<{ id: bigint }[]>(INSERT, ...insertValues(additions));
  const added = ids.flatMap(({ id }, at) => {
    const row = rows[at];
    return row ? [{ id, row }] : [];
  });
  const profiles = added.flatMap(({ id, row: { profile } }): [bigint, NewProfile][] =>
    profile ? [[id, withNamed(NO_PROFILE, profile)]] : [],
  );
  await writeProfiles(tx, new Map(profiles));
  await writeCare(
    tx,
    new Map(added.flatMap(({ id, row: { care } }): [bigint, CareChange][] => (care ? [[id, care]] : []))),
  );
  return added;
}

/** @throws TypeError for a row without a name or kind, which the schema refuses */
function toNewPet({ name, categoryId, status }: Row): NewPet {
  if (name === undefined || categoryId === undefined) throw new TypeError("a row without an id has a name and a kind");
  return { name, categoryId, ...(status && { status }) };
}

/** The row of an animal is the record of its addition. This says that it belongs to the set, which is undone as a whole. */
function recordAdditions(tx: Transaction, author: Author, petIds: readonly bigint[]): Promise<void> {
  const changes = petIds.map(
    (petId) => ({ subject: "pet", subjectId: petId, petId, action: "created", fields: {}, version: 1n }) as const,
  );
  return record(tx, author, ...changes);
}

function resultOf(judged: Judged | DomainError): RowResult {
  if (isAllowed(judged)) return { outcome: isChange(judged) ? "changed" : "same", petId: judged.pet.id };
  return { outcome: "refused", petId: null, code: judged.code, message: judged.message };
}

/**
 * What the rows are once their references are looked up: with `byReference`, a row without an id gets that of the animal
 * that has its reference. Any other reference that an animal has stays with that animal. `locks` keeps others from giving
 * references until the end of the transaction.
 */
export async function settleReferences(
  tx: Transaction,
  { rows, byReference = false }: NewImport,
  { locks = true } = {},
): Promise<Row[]> {
  const references = rows.flatMap(({ care }) => care?.reference ?? []);
  if (references.length === 0) return rows;
  if (locks) await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.references})`;
  const owners = await findByReference(tx, references);
  const named = new Set(rows.flatMap(({ id }) => id ?? []));
  return rows.map((row) => {
    const owner = row.care?.reference ? owners.get(row.care.reference) : undefined;
    if (owner === undefined || owner === row.id) return row;
    if (byReference && row.id === undefined && !named.has(owner)) return { ...row, id: owner };
    const { reference: _, ...care } = row.care ?? {};
    return { ...row, care };
  });
}
