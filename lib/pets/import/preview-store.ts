import "server-only";
import { db } from "../../database/client";
import type { DomainError } from "../../domain";
import { encodeJson } from "../../http/json";
import { recordOf } from "../../values/objects";
import { foldName } from "../../values/search";
import { isAllowed, isChange, type Judged, judgeChanges } from "../changes/change-store";
import { looksLikeSame } from "../same-animal";
import type { Pet } from "../schema";
import type { PetStatus } from "../status";
import { settleReferences, wantedIn } from "./import-store";
import { FORESEEN, type ImportPreview, MAX_DETAILS, type NewImport, type Row } from "./schema";

type Foreseen = Omit<ImportPreview["details"][number], "row"> & { outcome: (typeof FORESEEN)[number] };

/** What an import of these rows would do now. Nothing is locked, so that nobody waits for it. */
export async function previewImport(sent: NewImport): Promise<ImportPreview> {
  const rows = await settleReferences(db(), sent, { locks: false });
  const wanted = wantedIn(rows);
  const judged = await judgeChanges(db(), wanted, { locks: false });
  const byId = new Map(wanted.map(({ id }, at) => [id, judged[at]]));
  const known = await findNamesakes(rows.filter(({ id }) => id === undefined));
  const foreseen = rows.map((row, at) => {
    const change = row.id === undefined ? undefined : byId.get(row.id);
    return { ...(change ? foreseeChange(change) : foreseeAddition(row, known)), row: at };
  });
  const byOutcome = Map.groupBy(foreseen, ({ outcome }) => outcome);
  const detailsOf = (outcome: Foreseen["outcome"]) => (byOutcome.get(outcome) ?? []).slice(0, MAX_DETAILS);
  return {
    rows: foreseen.map(({ outcome }) => outcome),
    counts: recordOf(FORESEEN, (outcome) => byOutcome.get(outcome)?.length ?? 0),
    references: rows.filter((row, at) => row !== sent.rows[at] && sent.rows[at]?.id === undefined).length,
    details: [...detailsOf("changed"), ...detailsOf("alike"), ...detailsOf("refused")],
  };
}

function foreseeChange(judged: Judged | DomainError): Foreseen {
  if (!isAllowed(judged)) return { outcome: "refused", pets: [], code: judged.code, message: judged.message };
  return { outcome: isChange(judged) ? "changed" : "same", pets: [judged.before], changes: judged.fields };
}

type Namesake = Pet & { status: PetStatus; breed: string | null; sex: string | null; bornOn: string | null };
type Namesakes = ReadonlyMap<string, readonly Namesake[]>;

const keyOf = (name: string, categoryId: bigint) => `${categoryId} ${foldName(name)}`;

/** Animals that a detail names. */
const MAX_NAMED = 3;

function foreseeAddition({ name = "", categoryId = 0n, profile }: Row, known: Namesakes): Foreseen {
  const alike = (known.get(keyOf(name, categoryId)) ?? []).filter(({ breed, sex, bornOn, ...pet }) =>
    looksLikeSame({ name, categoryId, profile }, { ...pet, profile: { breed, sex, bornOn } }),
  );
  return { outcome: alike.length > 0 ? "alike" : "new", pets: alike.slice(0, MAX_NAMED) };
}

/** Of each name, so many of the newest are compared: hundreds may be called "Unknown". */
const MAX_COMPARED = 20;

// One pass over the animals, because no index has their folded names.
const NAMESAKES = `
  WITH wanted AS MATERIALIZED (
    SELECT DISTINCT "categoryId", pets_fold(name) AS folded
    FROM jsonb_to_recordset($1::jsonb) AS new (name text, "categoryId" bigint)
  ), found AS (
    SELECT id, name, category_id, status,
      row_number() OVER (PARTITION BY category_id, pets.folded ORDER BY id DESC) AS place
    FROM pets JOIN wanted ON category_id = "categoryId" AND pets.folded = wanted.folded
    WHERE status <> 'sold'
  )
  SELECT id, name, category_id AS "categoryId", status::text AS status, breed, sex, born_on AS "bornOn"
  FROM found LEFT JOIN pet_profiles ON pet_id = id
  WHERE place <= ${MAX_COMPARED}
  ORDER BY id DESC`;

/** The animals that are still here and have the name and kind of a row. */
async function findNamesakes(added: readonly Row[]): Promise<Namesakes> {
  if (added.length === 0) return new Map();
  const names = added.map(({ name, categoryId }) => ({ name, categoryId }));
  const found = await db().$queryRawUnsafe<Namesake[]>(NAMESAKES, encodeJson(names));
  return Map.groupBy(found, ({ name, categoryId }) => keyOf(name, categoryId));
}
