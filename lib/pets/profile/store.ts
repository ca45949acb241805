import "server-only";
import { fieldsOf } from "../../audit/store";
import type { Statement } from "../../database/pg-private";
import { queryPrepared } from "../../database/prepared";
import { inTransaction, type Transaction } from "../../database/transaction";
import { type Author, DomainError, type IfMatch, matches, type Versioned } from "../../domain";
import { encodeJson } from "../../http/json";
import { withSeenPartners } from "../care/store";
import { forVisibilities, type Visibility } from "../care/visibility";
import { changeAndRecord, lockPet, staleError } from "../changes/record-store";
import type { NamedFacts } from "../facts";
import { readPhotos } from "../photos/store";
import { NO_PET } from "../schema";
import { ageGroupOf } from "./age";
import { profileColumns, readFacts, STORED_NAMES, toProfile, toRow } from "./columns";
import { fromFacts, NewProfile, NO_PROFILE, type Profile, withNamed } from "./schema";

// One statement, because the version covers all of it.
const GET = forVisibilities(
  (andSeen, end): Statement => ({
    name: `pets_profile${end}`,
    text: `SELECT version, ${profileColumns("pets.id")} FROM pets
         LEFT JOIN pet_profiles ON pet_profiles.pet_id = pets.id
         WHERE pets.id = $1${andSeen}`,
  }),
);

/** Reads the profile of an animal. If it has none, all members are null. @throws DomainError not_found */
export async function getProfile(petId: bigint, visibility: Visibility): Promise<Versioned<Profile>> {
  const rows = await queryPrepared(GET[visibility], [String(petId)]);
  const read = rows.map((row) => ({ profile: toProfile(row, 1), etag: BigInt(row[0] ?? 0) }));
  const [seen] = await withSeenPartners(read, visibility);
  if (!seen) throw new DomainError("not_found", NO_PET);
  return { data: seen.profile, etag: seen.etag };
}

type WantedFacts = { author: Author; petId: bigint; ifMatch: IfMatch | null; facts: NamedFacts };

/**
 * What is not named stays. Setting the same facts changes nothing.
 * @throws DomainError not_found, precondition_failed; bad_request when it is bonded with itself or with none
 */
export async function changeProfile({ author, petId, ifMatch, facts }: WantedFacts): Promise<Versioned<Profile>> {
  return inTransaction(async (tx) => {
    const pet = await lockPet(tx, petId);
    if (!matches(ifMatch, pet.version)) throw staleError();
    const before = profileOf(await readProfiles(tx, [petId]), petId);
    const profile = withNamed(before, facts);
    const ageGroup = profile.bornOn === null ? null : ageGroupOf(profile.bornOn);
    const shown = { ...profile, ageGroup, photos: await readPhotos(tx, petId) };
    const changes = fieldsOf(before, profile);
    if (Object.keys(changes).length === 0) return { data: shown, etag: pet.version };
    if (changes.bondedWith) await requireOther(tx, petId, profile.bondedWith);
    await writeProfiles(tx, new Map([[petId, profile]]));
    return { data: shown, etag: await changeAndRecord(tx, { petId, author, action: "profile.changed", changes }) };
  });
}

/** @throws DomainError bad_request unless it is null or another animal */
async function requireOther(tx: Transaction, petId: bigint, other: bigint | null): Promise<void> {
  if (other === null || (other !== petId && (await tx.pet.count({ where: { id: other } })) > 0)) return;
  throw new DomainError("bad_request", "bondedWith must be null, or the id of another animal");
}

/** Gives members of the profiles of locked animals other values, as they were recorded. */
export async function setProfileMembers(tx: Transaction, members: ReadonlyMap<bigint, object>): Promise<void> {
  const before = await readProfiles(tx, [...members.keys()]);
  const after = [...members].map(
    ([petId, changed]) => [petId, NewProfile.parse({ ...profileOf(before, petId), ...changed })] as const,
  );
  await writeProfiles(tx, new Map(after));
}

const WRITE = `
  INSERT INTO pet_profiles (pet_id, ${STORED_NAMES.join(", ")})
  SELECT pet_id, ${STORED_NAMES.join(", ")} FROM jsonb_populate_recordset(NULL::pet_profiles, $1::jsonb)
  ON CONFLICT (pet_id) DO UPDATE SET ${STORED_NAMES.map((name) => `${name} = excluded.${name}`).join(", ")}`;

/** In one statement. Lock the animals first. */
export async function writeProfiles(tx: Transaction, profiles: ReadonlyMap<bigint, NewProfile>): Promise<void> {
  if (profiles.size === 0) return;
  const rows = [...profiles].map(([petId, profile]) => ({ pet_id: petId, ...toRow(profile) }));
  await tx.$executeRawUnsafe(WRITE, encodeJson(rows));
}

type Profiles = ReadonlyMap<bigint, NewProfile>;

const READ = `SELECT ${["pet_id", ...STORED_NAMES].map((name) => `${name}::text`).join(", ")}
  FROM pet_profiles WHERE pet_id = ANY ($1::bigint[])`;

export async function readProfiles(tx: Transaction, petIds: readonly bigint[]): Promise<Profiles> {
  if (petIds.length === 0) return new Map();
  const rows = await tx.$queryRawUnsafe<Record<string, string | null>[]>(READ, [...petIds]);
  return new Map(
    rows.map((row) => {
      const [petId, ...texts] = Object.values(row);
      return [BigInt(petId ?? 0), fromFacts(readFacts(texts))];
    }),
  );
}

export const profileOf = (profiles: Profiles, petId: bigint): NewProfile => profiles.get(petId) ?? NO_PROFILE;
