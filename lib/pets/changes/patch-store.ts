import "server-only";
import type { Consent } from "../../adoptions/applications-store";
import { Batcher } from "../../concurrency/batcher";
import { contentChanged } from "../../concurrency/caches";
import type { Row } from "../../database/pg-private";
import { requireCommits } from "../../database/pool";
import { changePrepared } from "../../database/prepared";
import { joinedTransaction, noteChangeSet } from "../../database/transaction";
import { type Author, authorText, DomainError, type IfMatch } from "../../domain";
import { INT64_MAX } from "../../values/schemas";
import { arrayText, CHANGEABLE_FIELDS, toVersionedPet, VERSIONED_COLUMNS, type VersionedPet } from "../columns";
import { NO_PET } from "../schema";
import { IN_BATCHES } from "../store";
import { changePets, type WantedChange } from "./change-store";
import { orderedError, staleError } from "./record-store";

// One statement makes the changes that arrive at the same time, each with its own change set, because each commit waits
// for the disk. Its parts follow, each using the ones above it. What changes an adoption is left to `changePets`.

const eachColumn = (text: (column: (typeof CHANGEABLE_FIELDS)[number], index: number) => string) =>
  CHANGEABLE_FIELDS.map(text).join(", ");
const NAMES = eachColumn(({ name }) => name);
const NEW_NAMES = eachColumn(({ name }) => `new_${name}`);

/**
 * In the order of the requests: an array for each column, NULL for what is not named and for any version. `(SELECT $1)`
 * hides the number of changes from PostgreSQL, which would otherwise plan the statement anew each time, as slow as the
 * change itself.
 */
const WANTED = `
  SELECT * FROM unnest((SELECT $1::bigint[]), $2::text[], $3::text[], ${eachColumn(({ type }, index) => `$${index + 4}::${type}[]`)})
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
    WHEN status <> new_status AND 'sold' IN (status, new_status) THEN 'adoption'
    WHEN status <> new_status AND pet_has_open_order(id) THEN 'ordered'
    ELSE 'changed'
  END AS outcome FROM found`;

/** The changed animals with their earlier values, which saves the following parts a join that would cost a tenth. */
const CHANGED = `
  UPDATE pets SET ${eachColumn(({ name }) => `${name} = new_${name}`)}, version = pets.version + 1
  FROM judged WHERE pets.id = judged.id AND outcome = 'changed'
  RETURNING place, author, ${eachColumn(({ name }) => `judged.${name} AS old_${name}`)}, pets.*,
    next_change_set() AS set_id`;

const SETS = "INSERT INTO change_sets (id, author) SELECT set_id, author FROM changed";

const RECORDED = `
  INSERT INTO changes (set_id, pet_id, subject, subject_id, action, fields, version)
  SELECT set_id, id, 'pet', id::text, 'changed', jsonb_strip_nulls(jsonb_build_object(${eachColumn(
    ({ field, name }) => `'${field}', CASE WHEN old_${name} <> ${name}
      THEN jsonb_build_object('from', old_${name}, 'to', ${name}) END`,
  )})), version
  FROM changed ORDER BY place`;

/**
 * Returns a row for each animal that exists, in any order: the place of the change, its outcome, and the animal
 * afterwards.
 */
const PATCH = {
  name: "pets_change",
  text: `
WITH wanted AS (${WANTED}
), found AS MATERIALIZED (${FOUND}
), judged AS MATERIALIZED (${JUDGED}
), changed AS (${CHANGED}
), sets AS (${SETS}
), recorded AS (${RECORDED}
)
SELECT place, 'changed' AS outcome, ${VERSIONED_COLUMNS}, set_id FROM changed
UNION ALL
SELECT place, outcome, ${VERSIONED_COLUMNS}, NULL FROM judged WHERE outcome <> 'changed'`,
};

type AuthoredChange = WantedChange & { author: Author };

/** The animal afterwards, with the change set if there is one; why it was not changed; or null: it changes an adoption. */
type Outcome = (VersionedPet & { changeSet?: bigint }) | DomainError | null;

/**
 * Setting the current values changes nothing. Concurrent changes share a statement, except those that change an
 * adoption: of an animal that becomes sold, or is sold no longer.
 * @throws DomainError not_found; precondition_failed; conflict when its status cannot become the wanted one;
 * confirmation_required
 */
export async function changePet(wanted: AuthoredChange, consent?: Consent): Promise<VersionedPet> {
  requireCommits();
  const isAlone = wanted.change.status === "sold" || joinedTransaction();
  const shared = isAlone ? null : await singleChanges.add(wanted);
  const outcome: Outcome = shared ?? (await changePets(wanted.author, [wanted], false, consent))[0] ?? null;
  if (!outcome) throw new TypeError("a change on its own does not depend on others");
  if (outcome instanceof DomainError) throw outcome;
  if (outcome.changeSet) noteChangeSet(outcome.changeSet);
  return outcome;
}

async function changeTogether(wanted: readonly AuthoredChange[]): Promise<Outcome[]> {
  const rows = await changePrepared(PATCH, [
    arrayText(wanted.map(({ id }) => String(id))),
    arrayText(wanted.map(({ ifMatch }) => versionsText(ifMatch))),
    arrayText(wanted.map(({ author }) => authorText(author))),
    ...CHANGEABLE_FIELDS.map(({ field }) => arrayText(wanted.map(({ change }) => change[field]?.toString() ?? null))),
  ]);
  if (rows.some(([, outcome]) => outcome === "changed")) contentChanged();
  const found = new Map(rows.map(([place, ...row]) => [Number(place), row]));
  return wanted.map((_, index) => toOutcome(found.get(index + 1)));
}

const singleChanges = new Batcher<AuthoredChange, Outcome>(changeTogether, { ...IN_BATCHES, keyOf: ({ id }) => id });

const versionsText = (ifMatch: IfMatch | null): string | null =>
  ifMatch === null || ifMatch === "*" ? null : `{${ifMatch.filter((version) => version <= INT64_MAX).join(",")}}`;

function toOutcome(row: Row | undefined): Outcome {
  if (!row) return new DomainError("not_found", NO_PET);
  const [kind, ...pet] = row;
  switch (kind) {
    case "stale":
      return staleError();
    case "ordered":
      return orderedError();
    case "adoption":
      return null;
    default:
      return { ...toVersionedPet(pet), ...(kind === "changed" && { changeSet: BigInt(pet.at(-1) ?? 0) }) };
  }
}
