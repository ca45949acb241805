import "server-only";
import type { Sight } from "../../audit/change-store";
import type { Position } from "../../audit/list-query";
import { RecordedChanges } from "../../audit/schema";
import { HELD_IDS } from "../../database/locks";
import { pool } from "../../database/pool";
import { parseJson } from "../../http/json";
import { keysOf } from "../../values/objects";
import { CARE_FIELDS } from "../care/schema";
import { NO_PROFILE } from "../profile/schema";
import { CHANGEABLE } from "../schema";
import type { FeedEntry } from "./history-schema";

/** What visitors see of an animal. */
const PUBLIC = [...keysOf(CHANGEABLE), ...keysOf(NO_PROFILE), "photos"];

/** Up to which change set, and up to which animal, nothing can appear any more. */
const SETTLED = `
  SELECT settled_id('change_sets_id_seq', ${HELD_IDS.changeSets}) AS sets, settled_id('pets_id_seq', ${HELD_IDS.pets}) AS pets`;

const CHANGED = `
  SELECT set_id, pet_id, action, fields::text AS changes, change_sets.at
  FROM changes JOIN change_sets ON change_sets.id = set_id
  WHERE subject = 'pet' AND set_id BETWEEN $1 AND $3 AND (set_id, subject_id) > ($1::bigint, $2::text)
    AND (action IN ('removed', 'restored') OR fields ?| $5)
  ORDER BY set_id, subject_id LIMIT $4`;

const ADDED = `
  SELECT id, created_at AS at FROM (
    SELECT id, created_at FROM pets UNION ALL SELECT id, created_at FROM removed_pets
  ) AS added WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3`;

type ChangedRow = { set_id: string; pet_id: string; action: string; changes: string; at: Date };
type AddedRow = { id: string; at: Date };

/**
 * Returns what follows a position, the oldest first. Sets are in the order in which each animal was changed, additions
 * in that of their ids, and both end before what may still appear among them. By their times they become one list, in
 * which no animal is changed before it was added.
 */
export async function readFeed(after: Position, limit: number, { seesCare }: Sight): Promise<FeedEntry[]> {
  const fields = seesCare ? [...PUBLIC, ...CARE_FIELDS] : PUBLIC;
  const [settled] = (await pool().query<{ sets: string; pets: string }>(SETTLED)).rows;
  if (!settled) return [];
  const { set, pet, addition } = after;
  const sets = [String(set), String(pet), settled.sets, limit, fields];
  const changed = (await pool().query<ChangedRow>(CHANGED, sets)).rows;
  const added = (await pool().query<AddedRow>(ADDED, [String(addition), settled.pets, limit])).rows;
  const entries: FeedEntry[] = [];
  let at = after;
  while (entries.length < limit) {
    const [change, next] = [changed[0], added[0]];
    // An animal that is changed was added, but perhaps not before the end of what is settled.
    const isKnown = change && BigInt(change.pet_id) <= (next ? BigInt(next.id) - 1n : BigInt(settled.pets));
    if (change && isKnown && (!next || change.at <= next.at)) {
      changed.shift();
      at = { ...at, set: BigInt(change.set_id), pet: BigInt(change.pet_id) };
      entries.push(toEntry(at, change.pet_id, change, fields));
    } else if (next) {
      added.shift();
      at = { ...at, addition: BigInt(next.id) };
      entries.push(toEntry(at, next.id, { ...next, action: "created", changes: "{}" }, fields));
    } else break;
  }
  return entries;
}

type Recorded = Pick<ChangedRow, "at" | "action" | "changes">;

function toEntry(
  { set, pet, addition }: Position,
  petId: string,
  { at, action, changes }: Recorded,
  fields: readonly string[],
): FeedEntry {
  const all = Object.entries(RecordedChanges.parse(parseJson(changes)));
  return {
    position: `${set}.${pet}.${addition}`,
    at: at.toISOString(),
    petId: BigInt(petId),
    action: action === "created" || action === "removed" || action === "restored" ? action : "changed",
    changes: Object.fromEntries(all.filter(([field]) => fields.includes(field))),
  };
}
