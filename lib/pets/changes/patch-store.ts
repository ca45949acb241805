import "server-only";
import { NEXT_PET_STATUSES } from "../../adoptions/transitions";
import { continueSet } from "../../audit/log-store";
import { Batcher } from "../../concurrency/batcher";
import { contentChanged } from "../../concurrency/caches";
import type { Row } from "../../database/pg-private";
import { requireCommits } from "../../database/pool";
import { changePrepared } from "../../database/prepared";
import { afterCommit, inTransaction, joinedTransaction, noteChangeSet } from "../../database/transaction";
import { type Author, authorText, conflict, DomainError, type IfMatch } from "../../domain";
import { INT64_MAX } from "../../values/schemas";
import { arrayText, CHANGEABLE_FIELDS, toVersionedPet, VERSIONED_COLUMNS, type VersionedPet } from "../columns";
import { NO_PET, type PetChange } from "../schema";
import { IN_BATCHES } from "../store";
import { type AfterAdoption, orderedError, staleError } from "./record-store";

// One statement makes any number of changes of animals and writes their change sets. Its parts follow, each using the
// ones above it.

const eachColumn = (text: (column: (typeof CHANGEABLE_FIELDS)[number], index: number) => string) =>
  CHANGEABLE_FIELDS.map(text).join(", ");
const NAMES = eachColumn(({ name }) => name);
const NEW_NAMES = eachColumn(({ name }) => `new_${name}`);

/**
 * In the order of the request. $1: whether one refusal refuses all; $2: whether all are one change set. From $3 on an
 * array for each column, NULL for what is not named and for any version. `(SELECT $3)` hides the number of changes from PostgreSQL, which would otherwise
 * plan the statement anew each time, as slow as the change itself.
 */
const WANTED = `
  SELECT * FROM unnest((SELECT $3::bigint[]), $4::text[], $5::text[], ${eachColumn(({ type }, index) => `$${index + 6}::${type}[]`)})
    WITH ORDINALITY AS wanted (id, versions, author, ${NEW_NAMES}, place)`;

/**
 * Locked in the order of their ids, so that concurrent statements cannot deadlock. They may be newer than the snapshot
 * of the statement, so they decide everything that follows.
 */
const FOUND = `
  SELECT pets.*, place, versions, author, ${eachColumn(({ name }) => `coalesce(new_${name}, ${name}) AS new_${name}`)}
  FROM wanted JOIN pets ON pets.id = wanted.id ORDER BY pets.id FOR NO KEY UPDATE OF pets`;

/** Changes that share a statement leave adoptions to a transaction, which has more to do. */
const JUDGED = `
  SELECT *, CASE
    WHEN version <> ALL (versions::bigint[]) THEN 'stale'
    WHEN (${NAMES}) = (${NEW_NAMES}) THEN 'same'
    WHEN status <> new_status AND new_status <> 'sold' AND pet_has_open_order(id) THEN 'ordered'
    WHEN status <> new_status AND (status, new_status) NOT IN (${statusPairs()}) THEN 'transition'
    WHEN NOT $2::boolean AND status <> new_status AND 'sold' IN (status, new_status) THEN 'adoption'
    ELSE 'changed'
  END AS outcome FROM found`;

/** Whether the changes are made. With "all or none", only if none is refused and every animal was found. */
const VERDICT = `
  SELECT NOT $1::boolean OR count(*) FILTER (WHERE outcome IN ('same', 'changed')) = cardinality($3) AS may_change
  FROM judged`;

/** The one set of all changes. It is numbered after the animals were locked, so that its number is that of their order. */
const WHOLE = "SELECT next_change_set() AS id FROM verdict";

/** The changed animals with their earlier values, which saves the following parts a join that would cost a tenth. */
const CHANGED = `
  UPDATE pets SET ${eachColumn(({ name }) => `${name} = new_${name}`)}, version = pets.version + 1
  FROM judged WHERE pets.id = judged.id AND outcome = 'changed' AND (SELECT may_change FROM verdict)
  RETURNING place, author, new_status, ${eachColumn(({ name }) => `judged.${name} AS old_${name}`)}, pets.*,
    CASE WHEN $2::boolean THEN (SELECT id FROM whole) ELSE next_change_set() END AS set_id`;

const SETS = "INSERT INTO change_sets (id, author) SELECT DISTINCT set_id, author FROM changed";

const RECORDED = `
  INSERT INTO changes (set_id, pet_id, subject, subject_id, action, fields, version)
  SELECT set_id, id, 'pet', id::text, 'changed', jsonb_strip_nulls(jsonb_build_object(${eachColumn(
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
), whole AS MATERIALIZED (${WHOLE}
), changed AS (${CHANGED}
), sets AS (${SETS}
), recorded AS (${RECORDED}
)
SELECT place, 'changed' AS outcome, old_status AS earlier_status, new_status AS wanted_status, ${VERSIONED_COLUMNS},
  set_id
FROM changed
UNION ALL
SELECT place, CASE outcome WHEN 'changed' THEN 'prevented' ELSE outcome END, status, new_status, ${VERSIONED_COLUMNS},
  NULL
FROM judged WHERE outcome <> 'changed' OR NOT (SELECT may_change FROM verdict)`,
};

const PATCH_COLUMNS = [
  ...["place", "outcome", "earlier_status", "wanted_status"],
  ...VERSIONED_COLUMNS.split(", "),
  "set_id",
];

function statusPairs(): string {
  const pairs = Object.entries(NEXT_PET_STATUSES).flatMap(([from, next]) => next.map((to) => `('${from}', '${to}')`));
  return pairs.join(", ");
}

export type WantedChange = { author: Author; id: bigint; ifMatch: IfMatch | null; change: PetChange };

/** A changed animal has its change set. */
type ChangedPet = VersionedPet & { changeSet?: bigint };

/**
 * The animal afterwards, why it was not changed, or null: another change of the batch prevented it, or it changes an
 * adoption and shared a statement.
 */
type ChangeOutcome = ChangedPet | DomainError | null;

/**
 * Setting the current values changes nothing. Concurrent changes share a statement, except those that change an
 * adoption: of an animal that becomes sold, or is sold no longer.
 * @throws DomainError not_found; precondition_failed; conflict when its status cannot become the wanted one
 */
export async function changePet(wanted: WantedChange, afterAdoption: AfterAdoption): Promise<VersionedPet> {
  requireCommits();
  const isAlone = wanted.change.status === "sold" || joinedTransaction();
  const shared = isAlone ? null : await singleChanges.add(wanted);
  const outcome = shared ?? (await changePets(wanted.author, [wanted], false, afterAdoption))[0];
  if (!outcome) throw new TypeError("a change on its own does not depend on others");
  if (outcome instanceof DomainError) throw outcome;
  if (shared && outcome.changeSet) noteChangeSet(outcome.changeSet);
  return outcome;
}

async function changeTogether(wanted: readonly WantedChange[]): Promise<ChangeOutcome[]> {
  const rows = await changePrepared(PATCH, valuesOf(wanted, { isAllOrNothing: false, isOneSet: false }));
  if (rows.some(([, outcome]) => outcome === "changed")) contentChanged();
  return outcomesOf(wanted, rows);
}

/** Makes those that can be made, or all or none, as one change set, and what follows for adopted animals. */
export function changePets(
  author: Author,
  wanted: readonly WantedChange[],
  isAllOrNothing: boolean,
  afterAdoption: AfterAdoption,
): Promise<ChangeOutcome[]> {
  return inTransaction(async (tx) => {
    const values = valuesOf(wanted, { isAllOrNothing, isOneSet: true });
    const found = await tx.$queryRawUnsafe<Record<string, unknown>[]>(PATCH.text, ...values);
    const changed = found.filter(({ outcome }) => outcome === "changed");
    const [first] = changed;
    if (first) {
      continueSet(tx, BigInt(String(first.set_id)));
      afterCommit(tx, contentChanged);
    }
    const moved = changed.filter(({ earlier_status, wanted_status }) => earlier_status !== wanted_status);
    const idsOf = (name: "earlier_status" | "wanted_status") =>
      moved.filter((row) => row[name] === "sold").map(({ id }) => BigInt(String(id)));
    const [sold, returned] = [idsOf("wanted_status"), idsOf("earlier_status")];
    if (sold.length + returned.length > 0) await afterAdoption(tx, author, sold, returned);
    return outcomesOf(wanted, found.map(toRow));
  });
}

const toRow = (found: Readonly<Record<string, unknown>>): Row =>
  PATCH_COLUMNS.map((name) => (found[name] === null ? null : String(found[name])));

type Mode = { isAllOrNothing: boolean; isOneSet: boolean };

const valuesOf = (wanted: readonly WantedChange[], { isAllOrNothing, isOneSet }: Mode): string[] => [
  String(isAllOrNothing),
  String(isOneSet),
  arrayText(wanted.map(({ id }) => String(id))),
  arrayText(wanted.map(({ ifMatch }) => versionsText(ifMatch))),
  arrayText(wanted.map(({ author }) => authorText(author))),
  ...CHANGEABLE_FIELDS.map(({ field }) => arrayText(wanted.map(({ change }) => change[field]?.toString() ?? null))),
];

const setOf = (row: Row) => BigInt(row.at(-1) ?? 0);

function outcomesOf(wanted: readonly WantedChange[], rows: readonly Row[]): ChangeOutcome[] {
  const found = new Map(rows.map(([place, ...row]) => [Number(place), row]));
  return wanted.map((_, index) => toOutcome(found.get(index + 1)));
}

/** Makes the changes that arrive at the same time in one statement, because each commit waits for the disk. */
const singleChanges = new Batcher<WantedChange, ChangeOutcome>(changeTogether, {
  ...IN_BATCHES,
  keyOf: ({ id }) => id,
});

function versionsText(ifMatch: IfMatch | null): string | null {
  return ifMatch === null || ifMatch === "*"
    ? null
    : `{${ifMatch.filter((version) => version <= INT64_MAX).join(",")}}`;
}

export const transitionError = (from: Row[number] | undefined, to: Row[number] | undefined) =>
  conflict(`An animal that is ${from} cannot become ${to}. Make it available first`);

function toOutcome(row: Row | undefined): ChangeOutcome {
  if (!row) return new DomainError("not_found", NO_PET);
  const [kind, status, wantedStatus, ...pet] = row;
  switch (kind) {
    case "stale":
      return staleError();
    case "ordered":
      return orderedError();
    case "transition":
      return transitionError(status, wantedStatus);
    case "prevented":
    case "adoption":
      return null;
    case "same":
      return toVersionedPet(pet);
    case "changed":
      return { ...toVersionedPet(pet), changeSet: setOf(pet) };
    default:
      throw new Error(`The outcome of a change is unknown: ${kind}`);
  }
}
