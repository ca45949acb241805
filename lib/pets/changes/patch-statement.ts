import { CHANGEABLE_FIELDS, VERSIONED_COLUMNS } from "../columns";
import { NEXT_STATUSES } from "../status-changes";

// One statement makes any number of changes of animals and writes their history. Its parts follow, each using the ones
// above it.

/** Joins a piece of SQL for each column that a change may set. */
const eachColumn = (text: (column: (typeof CHANGEABLE_FIELDS)[number], index: number) => string) =>
  CHANGEABLE_FIELDS.map(text).join(", ");
const NAMES = eachColumn(({ name }) => name);
const NEW_NAMES = eachColumn(({ name }) => `new_${name}`);

/**
 * The wanted changes, in the order of the request. $1 says whether one refusal refuses all. From $2 on there is an
 * array for each column. A value that a change does not name is NULL; `versions` is NULL for any version. `(SELECT $2)`
 * hides the number of changes from PostgreSQL. If it knew that there are few, it would plan the statement again each
 * time, which takes as long as the change itself.
 */
const WANTED = `
  SELECT * FROM unnest((SELECT $2::bigint[]), $3::text[], $4::text[], ${eachColumn(({ type }, index) => `$${index + 5}::${type}[]`)})
    WITH ORDINALITY AS wanted (id, versions, author, ${NEW_NAMES}, place)`;

/**
 * The animals, each with its new values. They are locked in the order of their ids, so that concurrent statements
 * cannot deadlock. These rows decide everything that follows, because they may be newer than the snapshot of the
 * statement.
 */
const FOUND = `
  SELECT pets.*, place, versions, author, ${eachColumn(({ name }) => `coalesce(new_${name}, ${name}) AS new_${name}`)}
  FROM wanted JOIN pets ON pets.id = wanted.id ORDER BY pets.id FOR NO KEY UPDATE OF pets`;

/** The outcome of each change, before the others are considered. */
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

/** An entry in the history of each changed animal, with the fields that differ. */
const RECORDED = `
  INSERT INTO pet_changes (pet_id, author, action, changes, version)
  SELECT id, author, 'changed', jsonb_strip_nulls(jsonb_build_object(${eachColumn(
    ({ field, name }) => `'${field}', CASE WHEN old_${name} <> ${name}
      THEN jsonb_build_object('from', old_${name}, 'to', ${name}) END`,
  )})), version
  FROM changed ORDER BY place`;

/**
 * The statement. It returns a row for each animal that exists, in any order: the place of the change in the request,
 * its outcome ('prevented' when another change was refused), the earlier status, the wanted status, and the animal
 * afterwards.
 */
export const PATCH = {
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

/** The names of the statement's columns, in their order. */
export const PATCH_COLUMNS = ["place", "outcome", "earlier_status", "wanted_status", ...VERSIONED_COLUMNS.split(", ")];

/** Returns the pairs of NEXT_STATUSES, in SQL. */
function statusPairs(): string {
  const pairs = Object.entries(NEXT_STATUSES).flatMap(([from, next]) => next.map((to) => `('${from}', '${to}')`));
  return pairs.join(", ");
}
