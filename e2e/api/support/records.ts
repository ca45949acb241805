import { db } from "@/lib/database/client";
import { pool } from "@/lib/database/pool";
import { savePhotoFiles } from "@/lib/pets/photos/file-store";
import { getProfile } from "@/lib/pets/profile/store";
import type { Service } from "./service";

/**
 * What a call of each operation other than GET records when a person makes it. Unless `by` names somebody else, the
 * person is recorded as its author.
 */
export const RECORDS: Readonly<Record<string, readonly string[]>> = {
  createPet: ["pet created"],
  changePet: ["pet changed"],
  createImport: ["import job"],
  changePets: ["pet changed", "pet changed"],
  removePet: ["pet removed"],
  changeProfile: ["pet profile.changed"],
  changeCare: ["pet care.changed"],
  addPhoto: ["pet photo.added"],
  arrangePhotos: ["pet photos.changed"],
  removePhoto: ["pet photo.removed"],
  placeOrder: ["order.placed", "pet order.placed"],
  scheduleOrder: ["order.scheduled", "pet order.scheduled"],
  completeOrder: ["order.completed", "pet order.completed"],
  cancelOrder: ["order.cancelled", "pet order.cancelled"],
  returnOrder: ["order.returned", "pet order.returned"],
  createApplication: ["application sent"],
  viewApplication: [],
  previewImport: [],
  withdrawApplication: ["application status by applicant"],
  changeApplication: ["application note, status"],
  recordAdopter: ["application adopter, orderId", "application sent", "order.completed", "pet order.completed"],
  deleteApplication: ["application.delete"],
  createKey: ["key.create"],
  changeKey: ["key.change"],
  rotateKey: ["key.rotate"],
  endEarlierSecrets: ["key.end_earlier"],
  revokeKey: ["key.revoke"],
  unbanKey: ["key.unban"],
  addPerson: ["person.add"],
  invitePerson: ["person.invite"],
  renewInvitation: ["person.invite_again"],
  changeOwnName: ["person.name"],
  changePerson: ["person.role"],
  resetPassword: ["person.password"],
  endSessions: ["person.sign_out"],
  sendTestMail: ["mail.test"],
  changeShelter: ["shelter.change"],
  createCategory: ["category.create"],
  changeCategory: ["category.change"],
  undoChangeSet: ["pet undone"],
};

/** Every change. Rows that name their author are changes, too. */
const ALL = `
  SELECT 'pets' AS source, id, 'pet created' AS text, created_by AS author FROM pets
  UNION ALL SELECT 'applications', number, 'application sent', created_by FROM applications
  UNION ALL SELECT 'jobs', id, kind || ' job', data ->> 'author' FROM jobs WHERE kind = 'import'
  UNION ALL SELECT 'changes', set_id, CASE WHEN subject = 'pet' THEN 'pet ' || action WHEN pet_id IS NULL OR subject = 'order' THEN action
    ELSE 'application ' || (SELECT string_agg(field, ', ' ORDER BY field) FROM jsonb_object_keys(fields) AS field)
    END, author FROM changes JOIN change_sets ON change_sets.id = set_id`;

/** The id of the last entry of each source. */
type Last = Readonly<Record<string, string>>;

/** Returns the last entries before a call. */
export async function lastRecords(): Promise<Last> {
  const { rows } = await pool().query(`SELECT source, max(id) AS id FROM (${ALL}) AS entries GROUP BY source`);
  return Object.fromEntries(rows.map(({ source, id }) => [source, id]));
}

/** Returns the ids of the change sets that a call has made. */
export async function setsAfter(last: Last): Promise<string[]> {
  const { rows } = await pool().query("SELECT id FROM change_sets WHERE id > $1 ORDER BY id", [last.changes ?? 0]);
  return rows.map(({ id }) => String(id));
}

/** Returns the entries that a call has added, sorted. Those of this person do not name their author. */
export async function recordsAfter(last: Last, person: { id: string }): Promise<string[]> {
  const { rows } = await pool().query<{ text: string; author: string | null }>(
    `SELECT text, author FROM (${ALL}) AS entries WHERE id > coalesce(($1::jsonb ->> source)::bigint, 0)`,
    [last],
  );
  const own = `person:${person.id}`;
  return rows.map(({ text, author }) => (author === own ? text : `${text} by ${author}`)).toSorted();
}

/** Tables with counts that are written some time after the request they count. */
const WRITTEN_BEHIND = ["key_usage", "key_bans", "window_counts"];
/** Columns that are written some time after the request. */
const COLUMNS_BEHIND = ["last_used_at", "secret_used_at"];

/** A table and whether it has one of those columns. */
type Table = { name: string; isBehind: boolean };

/**
 * Returns a checksum of each table, equal before and after a request that changed nothing. Every version of a row
 * carries the transaction that wrote it, which is faster to sum up than the row.
 */
export async function storedRows(): Promise<unknown> {
  const { rows: tables } = await pool().query<Table>({
    name: "stored_tables",
    text: `SELECT relname AS name, EXISTS (
             SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = ANY ($1)
           ) AS "isBehind"
           FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ALL ($2)
           ORDER BY 1`,
    values: [COLUMNS_BEHIND, WRITTEN_BEHIND],
  });
  const sums = tables.map(({ name, isBehind }) => {
    const sum = isBehind
      ? "sum(hashtextextended((to_jsonb(t) - $1::text[])::text, 0))"
      : "sum(hashtextextended(t.xmin::text, 0))";
    return `SELECT '${name}' AS "table", count(*), ${sum} FROM "${name}" AS t`;
  });
  const text = sums.join(" UNION ALL ");
  return (await pool().query({ name: "stored_rows", text, values: [COLUMNS_BEHIND] })).rows;
}

type Subject = "pet" | "order" | "application";

/** Returns the changes of an animal, its orders and its applications, oldest first. */
export async function changesOf(petId: bigint, subject: Subject = "pet") {
  const text = `SELECT set_id, author, action, fields AS changes, version, changes.at, subject_id FROM changes
    JOIN change_sets ON change_sets.id = set_id WHERE pet_id = $1 AND subject = $2 ORDER BY set_id`;
  return (await pool().query(text, [petId, subject])).rows;
}

/** Returns who did what to a setting, oldest first. */
export async function settingChangesOf(subjectId: string): Promise<{ author: string; action: string }[]> {
  const text = `SELECT author, action FROM changes JOIN change_sets ON change_sets.id = set_id
    WHERE pet_id IS NULL AND subject_id = $1 ORDER BY set_id`;
  return (await pool().query(text, [subjectId])).rows;
}

/** Undoes the latest change of an animal, or of an order or an application for it. */
export async function undoLatest(
  service: Pick<Service, "call">,
  petId: bigint,
  { subject = "pet", ...call }: { key?: string; record?: string; subject?: Subject } = {},
) {
  const latest = (await changesOf(petId, subject)).at(-1);
  return service.call(`POST /v1/changes/${latest.set_id}/undo`, call);
}

/**
 * Gives an animal photos with these texts, without converting any: its version and its history stay as they are. Returns
 * all photos of the animal, in order.
 */
export async function storePhotos(petId: bigint, ...alts: string[]) {
  const bytes = Buffer.from("picture");
  const pictures = { "96.webp": bytes, "320.webp": bytes, "640.webp": bytes, "1280.webp": bytes };
  const hash = new Uint8Array(await savePhotoFiles({ ...pictures, "card.jpg": bytes }));
  const data = alts.map((alt, position) => ({ petId, alt, position, hash, width: 4, height: 3 }));
  await db().photo.createMany({ data });
  return (await getProfile(petId, "all")).data.photos;
}
