import "server-only";
import { type Author, authorText } from "../../author";
import { contentChanged } from "../../content-version";
import { Batcher } from "../../database/batcher";
import { pool } from "../../database/pool";
import type { Row } from "../../database/rows-query";
import { DomainError } from "../../domain-error";
import { INT64_MAX } from "../../int64";
import type { IfMatch } from "../../precondition";
import { CHANGEABLE_FIELDS, toVersionedPet, VERSIONED_COLUMNS, type VersionedPet } from "../columns";
import { NO_PET, type PetChange } from "../schema";
import { NEXT_STATUSES } from "../status";
import { type BatchResult, type PetBatch, REFUSALS } from "./batch-schema";
import { orderedError, staleError } from "./store";

/** A change that somebody wants: of which pet, in which versions. */
type WantedChange = { author: Author; id: bigint; ifMatch: IfMatch | null; change: PetChange };

/** The result: the pet afterwards, or why it was not changed; null when another change of the batch prevented it. */
type Outcome = VersionedPet | DomainError | null;

const forEach = (text: (column: (typeof CHANGEABLE_FIELDS)[number], index: number) => string) =>
  CHANGEABLE_FIELDS.map(text).join(", ");
const NAMES = forEach(({ name }) => name);
const NEW_NAMES = forEach(({ name }) => `new_${name}`);

/**
 * Changes the pets that may be changed, and writes their history, in one statement. $1: whether nothing is changed when
 * one change is refused; from $2 on: an array for each column of `wanted`. Rows are locked in the order of their ids, so
 * such statements cannot deadlock. Everything is decided on the rows as they are once they are locked,
 * which may be newer than the rest that the statement sees.
 */
const CHANGE = {
  name: "pets_change",
  text: `
WITH wanted AS (
  SELECT * FROM unnest($2::bigint[], $3::text[], $4::text[], ${forEach(({ type }, index) => `$${index + 5}::${type}[]`)})
    WITH ORDINALITY AS wanted (id, versions, author, ${NEW_NAMES}, place)
), found AS MATERIALIZED (
  SELECT pets.*, place, versions, author,
    ${forEach(({ name }) => `coalesce(new_${name}, ${name}) AS new_${name}`)}
  FROM wanted JOIN pets ON pets.id = wanted.id ORDER BY pets.id FOR NO KEY UPDATE OF pets
), judged AS MATERIALIZED (
  SELECT *, CASE
    WHEN version <> ALL (versions::bigint[]) THEN 'stale'
    WHEN (${NAMES}) = (${NEW_NAMES}) THEN 'same'
    WHEN status <> new_status AND pet_has_open_order(id) THEN 'ordered'
    WHEN status <> new_status AND (status, new_status) NOT IN (${transitions()}) THEN 'transition'
    ELSE 'changed'
  END AS outcome FROM found
), verdict AS (
  SELECT NOT $1::boolean OR count(*) FILTER (WHERE outcome IN ('same', 'changed')) = cardinality($2) AS go FROM judged
), changed AS (
  UPDATE pets SET ${forEach(({ name }) => `${name} = new_${name}`)}, version = pets.version + 1
  FROM judged WHERE pets.id = judged.id AND outcome = 'changed' AND (SELECT go FROM verdict)
  RETURNING pets.*
), recorded AS (
  INSERT INTO pet_changes (pet_id, author, action, changes, version)
  SELECT changed.id, author, 'changed', jsonb_strip_nulls(jsonb_build_object(
    ${forEach(
      ({ field, name }) => `'${field}', CASE WHEN judged.${name} <> new_${name}
        THEN jsonb_build_object('from', judged.${name}, 'to', new_${name}) END`,
    )}
  )), changed.version
  FROM judged JOIN changed ON changed.id = judged.id ORDER BY place
), pets_after AS (
  SELECT ${VERSIONED_COLUMNS} FROM changed
  UNION ALL SELECT ${VERSIONED_COLUMNS} FROM judged WHERE outcome <> 'changed'
)
SELECT outcome, wanted.new_status, judged.status, pets_after.*
FROM wanted LEFT JOIN judged ON judged.place = wanted.place LEFT JOIN pets_after ON pets_after.id = judged.id
ORDER BY wanted.place`,
};

/** The pairs of NEXT_STATUSES, in SQL. */
function transitions(): string {
  const pairs = Object.entries(NEXT_STATUSES).flatMap(([from, next]) => next.map((to) => `('${from}', '${to}')`));
  return pairs.join(", ");
}

/**
 * Changes a pet. Setting values that it already has changes nothing. Concurrent changes of different pets share a
 * statement.
 * @throws DomainError not_found; precondition_failed; conflict when its status cannot become the wanted one
 */
export async function changePet(wanted: WantedChange): Promise<VersionedPet> {
  const outcome = await changes.add(wanted);
  if (outcome === null) throw new TypeError("a change on its own does not depend on others");
  if (outcome instanceof DomainError) throw outcome;
  return outcome;
}

/**
 * Changes several pets, each at most once: with `each` those that can be changed, with `all` either all or none.
 * Returns the result of each, in order.
 */
export async function changeBatch(author: Author, mode: PetBatch["mode"], changes: PetBatch["changes"]) {
  const wanted = changes.map(({ id, ifMatch, ...change }) => ({ author, id, ifMatch, change }));
  const outcomes = await execute(wanted, mode === "all");
  return changes.map(({ id }, index) => toResult(id, outcomes[index] ?? null));
}

async function execute(wanted: readonly WantedChange[], isAllOrNothing: boolean): Promise<Outcome[]> {
  const values = [
    isAllOrNothing,
    wanted.map(({ id }) => String(id)),
    wanted.map(({ ifMatch }) => versionsText(ifMatch)),
    wanted.map(({ author }) => authorText(author)),
    ...CHANGEABLE_FIELDS.map(({ field }) => wanted.map(({ change }) => change[field]?.toString() ?? null)),
  ];
  // On the ordinary pool: the statement may wait for a locked row, and other statements should not wait for it.
  const { rows } = await pool().query<(string | null)[]>({ ...CHANGE, values, rowMode: "array" });
  const outcomes = rows.map(toOutcome);
  if (rows.some(([kind], index) => kind === "changed" && outcomes[index] !== null)) contentChanged();
  return outcomes;
}

/** One statement makes the changes that arrive at the same moment: each commit waits for the disk. */
const changes = new Batcher<WantedChange, Outcome>((wanted) => execute(wanted, false), {
  size: 100,
  parallel: 2,
  waiting: 10_000,
  keyOf: ({ id }) => id,
});

/** The versions as an array in PostgreSQL's text; null for any version. */
function versionsText(ifMatch: IfMatch | null): string | null {
  return ifMatch === null || ifMatch === "*"
    ? null
    : `{${ifMatch.filter((version) => version <= INT64_MAX).join(",")}}`;
}

function toOutcome([kind, wantedStatus, status, ...pet]: Row): Outcome {
  switch (kind) {
    case null:
      return new DomainError("not_found", NO_PET);
    case "stale":
      return staleError();
    case "ordered":
      return orderedError();
    case "transition":
      return new DomainError(
        "conflict",
        `An animal that is ${status} cannot become ${wantedStatus}. Make it available first`,
      );
    default:
      return pet[0] === null ? null : toVersionedPet(pet);
  }
}

/** What a batch says about a change. */
function toResult(id: bigint, outcome: Outcome): BatchResult {
  if (outcome === null) return refusal(id, "failed_dependency", "Another change of this batch was refused");
  if (!(outcome instanceof DomainError)) return { id, status: 200n, version: String(outcome.version) };
  const { code, message } = outcome;
  if (code !== "not_found" && code !== "conflict" && code !== "precondition_failed") throw outcome;
  return refusal(id, code, message);
}

function refusal(id: bigint, code: keyof typeof REFUSALS, message: string): BatchResult {
  return { id, status: REFUSALS[code], code, message };
}
