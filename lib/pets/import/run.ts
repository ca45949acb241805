import { ApiError, isCertain, isStale } from "../../http/errors";
import { fetchPets } from "../calls";
import { changePets, createPet } from "../changes/calls";
import type { ListedPet } from "../list/schema";
import { MAX_PAGE_SIZE } from "../list/sizes";
import { setProfile } from "../profile/calls";
import { COMPANIONS } from "../profile/choices";
import { type NewProfile, NO_PROFILE } from "../profile/schema";
import type { NewPet } from "../schema";
import type { ImportOutcome, ImportOutcomes } from "./outcome";
import type { ImportedProfile, ImportRow } from "./rows";

/** Refusals of a single row. Any other refusal concerns the whole import. */
const OF_ONE_ROW = [400, 404, 409, 412, 413, 422];

type Run = {
  /** The Idempotency-Key of each row is derived from this, so no row is added twice. */
  id: string;
  /** The rows that are not done yet. None has an error. */
  rows: readonly ImportRow[];
  /** Called with the outcomes of rows as soon as they are known. */
  onOutcomes(outcomes: ImportOutcomes): void;
  /** Called before a row is sent, because its outcome is in doubt until the answer arrives. */
  onSend(line: number): void;
  signal: AbortSignal;
};

/**
 * Changes the animals of rows with an id, then adds the others in order. Rows that were done before an answer was lost
 * may be passed again: an animal that already has the values is not changed, and an addition is repeated with its
 * Idempotency-Key.
 * @throws ApiError when it cannot continue; the outcomes reported so far are final
 */
export async function runImport({ id, rows, onOutcomes, onSend, signal }: Run): Promise<void> {
  const changes = rows.filter(({ wanted }) => wanted !== null && wanted.id !== null);
  for (let at = 0; at < changes.length && !signal.aborted; at += MAX_PAGE_SIZE) {
    onOutcomes(await changeRows(changes.slice(at, at + MAX_PAGE_SIZE)));
  }
  for (const { line, wanted } of rows) {
    if (signal.aborted) return;
    if (wanted === null || wanted.id !== null) continue;
    onSend(line);
    onOutcomes({ [line]: await addRow(wanted, `${id}-${line}`) });
  }
}

type Wanted = NonNullable<ImportRow["wanted"]>;

async function addRow({ pet, profile }: Wanted, idempotencyKey: string): Promise<ImportOutcome> {
  const { name, categoryId, ...more } = pet;
  if (name === undefined || categoryId === undefined) throw new TypeError("a new animal has a name and a kind");
  const added = await createPet({ pet: { name, categoryId, ...more }, idempotencyKey }).catch(refusalOf);
  if ("state" in added) return added;
  const done = { state: "added", id: added.id.toString(), version: added.version } as const;
  if (!profile) return done;
  try {
    return { ...done, version: await setProfile(added.id, added.version, withImported(NO_PROFILE, profile)) };
  } catch (error) {
    const { why } = refusalOf(error);
    if (!isStale(error)) return { ...done, why };
    // The animal has changed since, because an earlier attempt has already set its profile.
    const { pets } = await fetchPets({ ids: done.id, include: "version", limit: "1" });
    return { ...done, version: pets[0]?.version ?? done.version };
  }
}

type Refused = Extract<ImportOutcome, { state: "refused" }>;

/** Returns the outcome of a row that was refused. @throws any other error, which concerns the whole import */
function refusalOf(error: unknown): Refused {
  if (!(error instanceof ApiError && isCertain(error) && OF_ONE_ROW.includes(error.status))) throw error;
  return { state: "refused", why: wordsOf(error.status) };
}

async function changeRows(rows: readonly ImportRow[]): Promise<ImportOutcomes> {
  const ids = rows.map(({ wanted }) => wanted?.id).join(",");
  const { pets } = await fetchPets({ ids, include: "profile,version", limit: String(MAX_PAGE_SIZE) });
  const present = new Map(pets.map((pet) => [pet.id, pet]));
  const outcomes: ImportOutcomes = {};
  const versions = new Map(pets.map(({ id, version }) => [id, version]));
  const sent = rows.flatMap(({ line, wanted }) => {
    const pet = wanted?.id == null ? undefined : present.get(wanted.id);
    if (!wanted || !pet) {
      outcomes[line] = { state: "refused", why: wordsOf(404) };
      return [];
    }
    const change = changeOf(pet, wanted.pet);
    if (Object.keys(change).length > 0) return [{ line, change: { id: pet.id, ifMatch: pet.version, ...change } }];
    outcomes[line] = { state: "same" };
    return [];
  });
  const results = sent.length === 0 ? [] : await changePets(sent.map(({ change }) => change));
  for (const [at, { line, change }] of sent.entries()) {
    const status = Number(results[at]?.status ?? 404n);
    outcomes[line] = status === 200 ? { state: "changed" } : { state: "refused", why: wordsOf(status) };
    versions.set(change.id, results[at]?.version);
  }
  for (const { line, wanted } of rows) {
    const pet = wanted?.id == null ? undefined : present.get(wanted.id);
    if (!pet || !wanted?.profile || outcomes[line]?.state === "refused") continue;
    const changed = await changeProfile(pet, versions.get(pet.id), wanted.profile);
    if (changed) outcomes[line] = changed;
  }
  return outcomes;
}

/** Returns a profile with what a row says about it. */
const withImported = (profile: NewProfile, { goodWith, ...facts }: ImportedProfile): NewProfile => ({
  ...profile,
  ...facts,
  goodWith: { ...profile.goodWith, ...goodWith },
});

/** Changes the members of a profile that a row names. Returns null if the animal already has them. */
async function changeProfile(
  { id, profile }: ListedPet,
  version: string | undefined,
  wanted: ImportedProfile,
): Promise<ImportOutcome | null> {
  const { story, sex, bornOn, size, goodWith } = profile ?? NO_PROFILE;
  const present: NewProfile = { story: story?.trim() ?? null, sex, bornOn, size, goodWith };
  const next = withImported(present, wanted);
  const isSame =
    (["story", "sex", "bornOn", "size"] as const).every((field) => next[field] === present[field]) &&
    COMPANIONS.every((companion) => next.goodWith[companion] === goodWith[companion]);
  if (isSame) return null;
  try {
    await setProfile(id, version ?? "", withImported({ ...present, story }, wanted));
    return { state: "changed" };
  } catch (error) {
    return refusalOf(error);
  }
}

/** Returns what differs from the current animal. Cells were trimmed, and that alone is not a change. */
function changeOf(pet: ListedPet, { name, categoryId, status }: Partial<NewPet>): Partial<NewPet> {
  return {
    ...(name !== undefined && name !== pet.name.trim() && { name }),
    ...(categoryId !== undefined && categoryId !== pet.categoryId && { categoryId }),
    ...(status !== undefined && status !== pet.status && { status }),
  };
}

function wordsOf(status: number): string {
  if (status === 404) return "There is no animal with this id";
  if (status === 412) return "Somebody changed this animal at the same moment. Import the row again";
  if (status === 409) return "This status is not possible now: an adoption is open, or the animal is already adopted";
  return "This row was refused. Check it";
}
