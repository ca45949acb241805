import "server-only";
import { Batcher } from "../../concurrency/batcher";
import { contentChanged } from "../../concurrency/caches";
import type { Row } from "../../database/pg-private";
import { requireCommits, writePool } from "../../database/pool";
import { changePrepared } from "../../database/prepared";
import { afterCommit, inTransaction } from "../../database/transaction";
import { type Author, authorText, conflict, DomainError, type IfMatch } from "../../domain";
import { INT64_MAX } from "../../values/schemas";
import { arrayText, CHANGEABLE_FIELDS, toVersionedPet, VERSIONED_COLUMNS, type VersionedPet } from "../columns";
import { NO_PET, type PetChange } from "../schema";
import { NEXT_STATUSES } from "../status";
import { IN_BATCHES } from "../store";
import { type AfterAdoption, orderedError, staleError } from "./record-store";

// One statement makes any number of changes of animals and writes their history. Its parts follow, each using the ones
// above it.

const eachColumn = (text: (column: (typeof CHANGEABLE_FIELDS)[number], index: number) => string) =>
  CHANGEABLE_FIELDS.map(text).join(", ");
const NAMES = eachColumn(({ name }) => name);
const NEW_NAMES = eachColumn(({ name }) => `new_${name}`);

/**
 * In the order of the request. $1: whether one refusal refuses all. From $2 on an array for each column, NULL for what
 * is not named and for any version. `(SELECT $2)` hides the number of changes from PostgreSQL, which would otherwise
 * plan the statement anew each time, as slow as the change itself.
 */
const WANTED = `
  SELECT * FROM unnest((SELECT $2::bigint[]), $3::text[], $4::text[], ${eachColumn(({ type }, index) => `$${index + 5}::${type}[]`)})
    WITH ORDINALITY AS wanted (id, versions, author, ${NEW_NAMES}, place)`;

/**
 * Locked in the order of their ids, so that concurrent statements cannot deadlock. They may be newer than the snapshot
 * of the statement, so they decide everything that follows.
 */
const FOUND = `
  SELECT pets.*, place, versions, author, ${eachColumn(({ name }) => `coalesce(new_${name}, ${name}) AS new_${name}`)}
  FROM wanted JOIN pets ON pets.id = wanted.id ORDER BY pets.id FOR NO KEY UPDATE OF pets`;

const JUDGED = `
  SELECT *, CASE
    WHEN version <> ALL (versions::bigint[]) THEN 'stale'
    WHEN (${NAMES}) = (${NEW_NAMES}) THEN 'same'
    WHEN status <> new_status AND pet_has_open_order(id) THEN 'ordered'
    WHEN status <> new_status AND (status, new_status) NOT IN (${statusPairs()}) THEN 'transition'
    ELSE 'changed'
  END AS outcome FROM found`;

/** Whether the changes are made. With "all or none", only if none is refused and every animal was found. */
const VERDICT = `
  SELECT NOT $1::boolean OR count(*) FILTER (WHERE outcome IN ('same', 'changed')) = cardinality($2) AS may_change
  FROM judged`;

/** The changed animals with their earlier values, which saves the following parts a join that would cost a tenth. */
const CHANGED = `
  UPDATE pets SET ${eachColumn(({ name }) => `${name} = new_${name}`)}, version = pets.version + 1
  FROM judged WHERE pets.id = judged.id AND outcome = 'changed' AND (SELECT may_change FROM verdict)
  RETURNING place, author, new_status, ${eachColumn(({ name }) => `judged.${name} AS old_${name}`)}, pets.*`;

const RECORDED = `
  INSERT INTO pet_changes (pet_id, author, action, changes, version)
  SELECT id, author, 'changed', jsonb_strip_nulls(jsonb_build_object(${eachColumn(
    ({ field, name }) => `'${field}', CASE WHEN old_${name} <> ${name}
      THEN jsonb_build_object('from', old_${name}, 'to', ${name}) END`,
  )})), version
  FROM changed ORDER BY place`;

/**
 * Returns a row for each animal that exists, in any order: the place of the change, its outcome ('prevented' when
 * another change was refused), the earlier and the wanted status, and the animal afterwards.
 */
const PATCH = {
  name: "pets_change",
  text: `
WITH wanted AS (${WANTED}
), found AS MATERIALIZED (${FOUND}
), judged AS MATERIALIZED (${JUDGED}
), verdict AS (${VERDICT}
), changed AS (${CHANGED}
), recorded AS (${RECORDED}
)
SELECT place, 'changed' AS outcome, old_status AS earlier_status, new_status AS wanted_status, ${VERSIONED_COLUMNS}
FROM changed
UNION ALL
SELECT place, CASE outcome WHEN 'changed' THEN 'prevented' ELSE outcome END, status, new_status, ${VERSIONED_COLUMNS}
FROM judged WHERE outcome <> 'changed' OR NOT (SELECT may_change FROM verdict)`,
};

const PATCH_COLUMNS = ["place", "outcome", "earlier_status", "wanted_status", ...VERSIONED_COLUMNS.split(", ")];

function statusPairs(): string {
  const pairs = Object.entries(NEXT_STATUSES).flatMap(([from, next]) => next.map((to) => `('${from}', '${to}')`));
  return pairs.join(", ");
}

export type WantedChange = { author: Author; id: bigint; ifMatch: IfMatch | null; change: PetChange };

/** The animal afterwards, why it was not changed, or null if another change of the batch prevented it. */
type ChangeOutcome = VersionedPet | DomainError | null;

/**
 * Setting the current values changes nothing. Concurrent changes share a statement, except those that make an animal
 * sold, which have consequences.
 * @throws DomainError not_found; precondition_failed; conflict when its status cannot become the wanted one
 */
export async function changePet(wanted: WantedChange, afterAdoption: AfterAdoption): Promise<VersionedPet> {
  requireCommits();
  const outcome = wantsSold(wanted)
    ? (await changeWithAdoptions([wanted], false, afterAdoption))[0]
    : await singleChanges.add(wanted);
  if (!outcome) throw new TypeError("a change on its own does not depend on others");
  if (outcome instanceof DomainError) throw outcome;
  return outcome;
}

/** Makes those that can be made, or all or none. */
export async function changePets(
  wanted: readonly WantedChange[],
  isAllOrNothing: boolean,
  afterAdoption: AfterAdoption,
): Promise<ChangeOutcome[]> {
  if (wanted.length === 0) return [];
  return wanted.some(wantsSold)
    ? changeWithAdoptions(wanted, isAllOrNothing, afterAdoption)
    : changeOnPool(wanted, isAllOrNothing);
}

const wantsSold = ({ change }: WantedChange) => change.status === "sold";

/** Makes changes that make no animal sold, on a connection of the pool, so that single changes do not wait for them. */
async function changeOnPool(wanted: readonly WantedChange[], isAllOrNothing: boolean): Promise<ChangeOutcome[]> {
  const values = valuesOf(wanted, isAllOrNothing);
  const { rows } = await writePool().query<(string | null)[]>({ ...PATCH, values, rowMode: "array" });
  return madeChanges(wanted, rows);
}

const changeBatched = async (wanted: readonly WantedChange[]): Promise<ChangeOutcome[]> =>
  madeChanges(wanted, await changePrepared(PATCH, valuesOf(wanted, false)));

function madeChanges(wanted: readonly WantedChange[], rows: readonly Row[]): ChangeOutcome[] {
  if (rows.some(isChanged)) contentChanged();
  return outcomesOf(wanted, rows);
}

function changeWithAdoptions(
  wanted: readonly WantedChange[],
  isAllOrNothing: boolean,
  afterAdoption: AfterAdoption,
): Promise<ChangeOutcome[]> {
  return inTransaction(async (tx) => {
    const found = await tx.$queryRawUnsafe<Record<string, unknown>[]>(PATCH.text, ...valuesOf(wanted, isAllOrNothing));
    const adoptions = found
      .filter(({ outcome, earlier_status, wanted_status }) => {
        return outcome === "changed" && earlier_status !== "sold" && wanted_status === "sold";
      })
      .flatMap(({ place }) => wanted[Number(place) - 1] ?? [])
      .map(({ id, author }) => ({ petId: id, author }));
    if (adoptions.length > 0) await afterAdoption(tx, adoptions);
    const rows = found.map(toRow);
    if (rows.some(isChanged)) afterCommit(tx, contentChanged);
    return outcomesOf(wanted, rows);
  });
}

const toRow = (found: Readonly<Record<string, unknown>>): Row =>
  PATCH_COLUMNS.map((name) => (found[name] === null ? null : String(found[name])));

const valuesOf = (wanted: readonly WantedChange[], isAllOrNothing: boolean): string[] => [
  String(isAllOrNothing),
  arrayText(wanted.map(({ id }) => String(id))),
  arrayText(wanted.map(({ ifMatch }) => versionsText(ifMatch))),
  arrayText(wanted.map(({ author }) => authorText(author))),
  ...CHANGEABLE_FIELDS.map(({ field }) => arrayText(wanted.map(({ change }) => change[field]?.toString() ?? null))),
];

const isChanged = ([, outcome]: Row) => outcome === "changed";

function outcomesOf(wanted: readonly WantedChange[], rows: readonly Row[]): ChangeOutcome[] {
  const found = new Map(rows.map(([place, ...row]) => [Number(place), row]));
  return wanted.map((_, index) => toOutcome(found.get(index + 1)));
}

/** Makes the changes that arrive at the same time in one statement, because each commit waits for the disk. */
const singleChanges = new Batcher<WantedChange, ChangeOutcome>(changeBatched, {
  ...IN_BATCHES,
  keyOf: ({ id }) => id,
});

function versionsText(ifMatch: IfMatch | null): string | null {
  return ifMatch === null || ifMatch === "*"
    ? null
    : `{${ifMatch.filter((version) => version <= INT64_MAX).join(",")}}`;
}

function toOutcome(row: Row | undefined): ChangeOutcome {
  if (!row) return new DomainError("not_found", NO_PET);
  const [kind, status, wantedStatus, ...pet] = row;
  switch (kind) {
    case "stale":
      return staleError();
    case "ordered":
      return orderedError();
    case "transition":
      return conflict(`An animal that is ${status} cannot become ${wantedStatus}. Make it available first`);
    case "prevented":
      return null;
    case "same":
    case "changed":
      return toVersionedPet(pet);
    default:
      throw new Error(`The outcome of a change is unknown: ${kind}`);
  }
}
