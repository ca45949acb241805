import "server-only";
import type { RecordedChanges } from "../../audit/schema";
import type { Statement } from "../../database/pg-private";
import { queryPrepared } from "../../database/prepared";
import { inTransaction, type Transaction } from "../../database/transaction";
import { type Author, DomainError, type IfMatch, matches } from "../../domain";
import { keysOf } from "../../values/objects";
import { changeAndRecord, lockPet, staleError } from "../changes/record-store";
import { readPhotos } from "../photos/store";
import { NO_PET } from "../schema";
import { ageGroupOf } from "./age";
import { fromStored, profileColumns, toProfile, toStored } from "./columns";
import { NewProfile, NO_PROFILE, type Profile } from "./schema";

// One statement, because the version covers all of it.
const GET: Statement = {
  name: "pets_profile",
  text: `SELECT version, ${profileColumns("pets.id")} FROM pets
         LEFT JOIN pet_profiles ON pet_profiles.pet_id = pets.id
         WHERE pets.id = $1`,
};

type VersionedProfile = { profile: Profile; version: bigint };

/** Reads the profile of an animal. If it has none, all members are null. @throws DomainError not_found */
export async function getProfile(petId: bigint): Promise<VersionedProfile> {
  const [row] = await queryPrepared(GET, [String(petId)]);
  if (!row) throw new DomainError("not_found", NO_PET);
  return { profile: toProfile(row, 1), version: BigInt(row[0] ?? 0) };
}

type WantedProfile = { author: Author; petId: bigint; ifMatch: IfMatch | null; profile: NewProfile };

/** Setting the same profile changes nothing. @throws DomainError not_found, precondition_failed */
export async function setProfile({ author, petId, ifMatch, profile }: WantedProfile): Promise<VersionedProfile> {
  const ageGroup = profile.bornOn === null ? null : ageGroupOf(profile.bornOn);
  return inTransaction(async (tx) => {
    const pet = await lockPet(tx, petId);
    if (!matches(ifMatch, pet.version)) throw staleError();
    const shown = { ...profile, ageGroup, photos: await readPhotos(tx, petId) };
    const changes = differences(await readProfile(tx, petId), profile);
    if (Object.keys(changes).length === 0) return { profile: shown, version: pet.version };
    await writeProfile(tx, petId, profile);
    const version = await changeAndRecord(tx, { petId, author, action: "profile.changed", changes });
    return { profile: shown, version };
  });
}

export async function setProfileMember(tx: Transaction, petId: bigint, member: string, value: unknown): Promise<void> {
  await writeProfile(tx, petId, NewProfile.parse({ ...(await readProfile(tx, petId)), [member]: value }));
}

async function writeProfile(tx: Transaction, petId: bigint, profile: NewProfile): Promise<void> {
  const columns = toStored(profile);
  await tx.petProfile.upsert({ where: { petId }, create: { petId, ...columns }, update: columns });
}

async function readProfile(tx: Transaction, petId: bigint): Promise<NewProfile> {
  const row = await tx.petProfile.findUnique({ where: { petId }, omit: { petId: true } });
  return row ? fromStored(row) : NO_PROFILE;
}

function differences(before: NewProfile, after: NewProfile): RecordedChanges {
  const { goodWith: from, ...columnsBefore } = before;
  const { goodWith: to, ...columnsAfter } = after;
  const changed = keysOf(columnsBefore).flatMap((name) => {
    const [value, valueAfter] = [columnsBefore[name], columnsAfter[name]];
    return value === valueAfter ? [] : [[name, { from: value, to: valueAfter }] as const];
  });
  const isSame = from.children === to.children && from.dogs === to.dogs && from.cats === to.cats;
  return Object.fromEntries(isSame ? changed : [...changed, ["goodWith", { from, to }] as const]);
}
