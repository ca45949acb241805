import "server-only";
import * as z from "zod/mini";
import { NEXT_PET_STATUSES } from "../../adoptions/transitions";
import { changeSetOf } from "../../audit/log-store";
import type { RecordedChanges } from "../../audit/schema";
import { contentChanged } from "../../concurrency/caches";
import { afterCommit, begunSet, inTransaction, type Transaction } from "../../database/transaction";
import { type Author, authorText, DomainError, matches, parseAuthor } from "../../domain";
import { enqueueJob, type Job, readJob, settleJob } from "../../jobs/store";
import type { JobKind, Run } from "../../jobs/worker";
import { chunksOf, keysOf } from "../../values/objects";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../values/time";
import { transitionError } from "../changes/patch-store";
import { type AfterAdoption, changeAllAndRecord, orderedError, staleError } from "../changes/record-store";
import { INSERT, insertValues } from "../columns";
import { NewProfile, NO_PROFILE } from "../profile/schema";
import { differences, profileOf, readProfiles, writeProfiles } from "../profile/store";
import { CHANGEABLE, type NewPet, NO_PET, type PetChange } from "../schema";
import type { PetStatus } from "../status";
import { type Import, type ImportedProfile, ImportResult, NewImport, NO_IMPORT, Problem, type Row } from "./schema";

const KIND = "import";
/** Rows in one statement, which is far below the time limit of a statement. */
const CHUNK = 500;
/** Of the transaction of an import. */
const TIMEOUT_MS = 5 * MINUTE_MS;

/** `confirm` is the token of its consequences, with which the import was sent. */
const Data = z.extend(NewImport, { author: z.string(), confirm: z.nullable(z.string()) });

type SentImport = { rows: readonly Row[]; author: Author; confirm: string | null };
/** Runs with the animals that become sold, before they do. */
type Ask = (tx: Transaction, petIds: readonly bigint[]) => Promise<unknown>;

/** Leaves the rows to a job, whose id it returns. @throws DomainError when `ask` does */
export function enqueueImport({ rows, author, confirm }: SentImport, ask: Ask): Promise<bigint> {
  return inTransaction(async (tx) => {
    const judged = await judgeRows(
      tx,
      rows.map((row) => (row.status === "sold" ? row : null)),
    );
    const sold = idsOf(changesIn(judged), "sold");
    if (sold.length > 0) await ask(tx, sold);
    const data = { rows: rows.map(toSent), author: authorText(author), confirm };
    return enqueueJob(tx, { kind: KIND, data, total: rows.length });
  });
}

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

/** `afterAdoption` gets the token that the import was sent with. */
export const importJobs = (afterAdoption: (confirm: string | null) => AfterAdoption): JobKind => ({
  kind: KIND,
  run: (job, run) => inTransaction((tx) => importRows(tx, job, run, afterAdoption), undefined, TIMEOUT_MS),
  pausesMs: [5 * SECOND_MS, 15 * SECOND_MS, MINUTE_MS],
  maxTries: 10,
  maxAgeMs: HOUR_MS,
});

/**
 * All rows, except those that are refused, are one change set. Animals are added first, because nobody waits for that;
 * those that are changed stay locked only briefly.
 */
async function importRows(
  tx: Transaction,
  job: Job,
  { report, signal }: Run,
  afterAdoption: (confirm: string | null) => AfterAdoption,
): Promise<void> {
  const { rows, confirm, ...data } = Data.parse(job.data);
  const author = parseAuthor(data.author);
  const results = new Map<number, RowResult>();
  const advance = () => {
    report(results.size);
    signal.throwIfAborted();
  };
  const added = [...rows.entries()].filter(([, { id }]) => id === undefined);
  for (const chunk of chunksOf(added, CHUNK)) {
    for (const [place, petId] of await addPets(tx, author, chunk)) results.set(place, { outcome: "added", petId });
    advance();
  }
  const judged = await judgeRows(tx, rows);
  const changes = changesIn(judged);
  const changed = changes.filter(isChange);
  if (added.length + changed.length > 0) await changeSetOf(tx, author);
  await recordAdditions(tx, author, [...results.values()]);
  for (const [place, one] of judged) results.set(place, resultOf(one));
  for (const chunk of chunksOf(changed, CHUNK)) {
    await changeAllAndRecord(tx, author, chunk);
    await writeProfiles(tx, new Map(chunk.flatMap(({ petId, profile }) => (profile ? [[petId, profile]] : []))));
    advance();
  }
  const [sold, returned] = [idsOf(changes, "sold"), idsOf(changes, "returned")];
  if (sold.length + returned.length > 0) await afterAdoption(confirm)(tx, author, sold, returned);
  afterCommit(tx, contentChanged);
  const inOrder = rows.flatMap((_, place) => results.get(place) ?? []);
  const countOf = (wanted: RowResult["outcome"]) => inOrder.filter(({ outcome }) => outcome === wanted).length;
  const result: ImportResult = {
    rows: inOrder,
    counts: { added: added.length, changed: changed.length, same: countOf("same"), refused: countOf("refused") },
    changeSet: begunSet(tx)?.id.toString() ?? null,
  };
  await settleJob(job, "done", result, tx);
}

/** Returns the id of each, with its place. */
async function addPets(tx: Transaction, author: Author, rows: readonly [number, Row][]): Promise<[number, bigint][]> {
  const additions = rows.map(([, row]) => ({ pet: toNewPet(row), author }));
  const added = await tx.$queryRawUnsafe<{ id: bigint }[]>(INSERT, ...insertValues(additions));
  const found = added.flatMap(({ id }, at) => {
    const row = rows[at];
    return row ? [{ id, place: row[0], profile: row[1].profile }] : [];
  });
  const profiles = found.flatMap(({ id, profile }): [bigint, NewProfile][] =>
    profile ? [[id, withImported(NO_PROFILE, profile)]] : [],
  );
  await writeProfiles(tx, new Map(profiles));
  return found.map(({ id, place }) => [place, id]);
}

/** @throws TypeError for a row without a name or kind, which the schema refuses */
function toNewPet({ name, categoryId, status }: Row): NewPet {
  if (name === undefined || categoryId === undefined) throw new TypeError("a row without an id has a name and a kind");
  return { name, categoryId, ...(status && { status }) };
}

/** The row of an animal is the record of its addition. This says that it belongs to the set, which is undone as a whole. */
async function recordAdditions(tx: Transaction, author: Author, added: readonly RowResult[]) {
  if (added.length === 0) return;
  const { id, at } = await changeSetOf(tx, author);
  await tx.$executeRaw`
    INSERT INTO changes (set_id, pet_id, subject, subject_id, action, fields, version, at)
    SELECT ${id}, pet_id, 'pet', pet_id::text, 'created', '{}', 1, ${at} FROM unnest(${added.map(({ petId }) => petId)}::bigint[]) AS added (pet_id)`;
}

type Change = {
  petId: bigint;
  action: "changed";
  set: PetChange;
  changes: RecordedChanges;
  profile: NewProfile | null;
  adoption: "sold" | "returned" | null;
};
type RowResult = ImportResult["rows"][number];

const isChange = ({ changes }: Change) => Object.keys(changes).length > 0;

function resultOf(judged: Change | DomainError): RowResult {
  if (judged instanceof DomainError)
    return { outcome: "refused", petId: null, code: judged.code, message: judged.message };
  return { outcome: isChange(judged) ? "changed" : "same", petId: judged.petId };
}

const idsOf = (changes: readonly Change[], wanted: Change["adoption"]) =>
  changes.filter(({ adoption }) => adoption === wanted).map(({ petId }) => petId);

const changesIn = (judged: Judged) => [...judged.values()].flatMap((one) => (one instanceof DomainError ? [] : [one]));

/** By the place of the row: what it changes, or why it is refused. */
type Judged = ReadonlyMap<number, Change | DomainError>;

/** Locks the animals of the rows that have an id, in the order of their ids. */
async function judgeRows(tx: Transaction, rows: readonly (Row | null)[]): Promise<Judged> {
  const named = [...rows.entries()].flatMap(([place, row]) =>
    row?.id === undefined ? [] : [{ ...row, id: row.id, place }],
  );
  const ids = named.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const locked = await tx.$queryRaw<Found[]>`
    SELECT id, name, category_id AS "categoryId", status::text AS status, version
    FROM pets WHERE id = ANY (${ids}::bigint[]) ORDER BY id FOR UPDATE`;
  const found = new Map(locked.map((pet) => [pet.id, pet]));
  // Read by statements of their own, which see what others have committed before the animals were locked.
  const ordered = await tx.$queryRaw<{ id: bigint }[]>`
    SELECT pet_id AS id FROM orders WHERE status = 'open' AND pet_id = ANY (${ids}::bigint[])`;
  const isOrdered = new Set(ordered.map(({ id }) => id));
  const profiles = await readProfiles(tx, ids);
  return new Map(
    named.map((row) => {
      const pet = found.get(row.id) ?? new DomainError("not_found", NO_PET);
      if (pet instanceof DomainError) return [row.place, pet];
      const refusal = refusalOf(row, pet, isOrdered.has(row.id));
      return [row.place, refusal ?? changeOf(row, pet, profileOf(profiles, row.id))];
    }),
  );
}

type Found = Required<PetChange> & { id: bigint; status: PetStatus; version: bigint };

function refusalOf({ ifMatch, status }: Row, pet: Found, isOrdered: boolean): DomainError | null {
  if (!matches(ifMatch ?? null, pet.version)) return staleError();
  if (status === undefined || status === pet.status) return null;
  if (isOrdered && status !== "sold") return orderedError();
  return NEXT_PET_STATUSES[pet.status].includes(status) ? null : transitionError(pet.status, status);
}

function changeOf(row: Row, pet: Found, before: NewProfile): Change {
  const basics = keysOf(CHANGEABLE).filter((name) => row[name] !== undefined && row[name] !== pet[name]);
  const profile = withImported(before, row.profile ?? {});
  const members = differences(before, profile);
  return {
    petId: pet.id,
    action: "changed",
    set: Object.fromEntries(basics.map((name) => [name, row[name]])),
    changes: { ...Object.fromEntries(basics.map((name) => [name, { from: pet[name], to: row[name] }])), ...members },
    profile: Object.keys(members).length > 0 ? profile : null,
    adoption: adoptionOf(pet.status, row.status),
  };
}

function adoptionOf(from: PetStatus, to: PetStatus = from): Change["adoption"] {
  if (from === to) return null;
  if (to === "sold") return "sold";
  return from === "sold" ? "returned" : null;
}

/** What a row does not name stays. */
function withImported(profile: NewProfile, named: ImportedProfile): NewProfile {
  return NewProfile.parse({ ...profile, ...named, goodWith: { ...profile.goodWith, ...named.goodWith } });
}
