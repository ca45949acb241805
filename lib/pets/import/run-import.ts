import type { AskedPet } from "../../adoptions/consequences";
import { ApiError, isCertain } from "../../http/errors";
import { retryIfStale } from "../../http/retries";
import { keysOf } from "../../values/objects";
import { MAX_CHANGES } from "../changes/batch-schema";
import { type BatchOutcome, type Made, type SentChange, sendCreatePet, sendSetProfile } from "../client";
import { toEditValues } from "../edit/pet-values";
import { valueWords } from "../edit/words";
import { fetchCurrentPet, fetchCurrentPets } from "../list/calls";
import type { ListedPet } from "../list/schema";
import { COMPANIONS, type Companion } from "../profile/choices";
import { type NewProfile, NO_PROFILE, toNewProfile } from "../profile/schema";
import { ageWords } from "../profile/words";
import type { NewPet } from "../schema";
import type { ImportOutcome, ImportOutcomes } from "./outcome";
import type { ImportedProfile, ImportRow } from "./read-rows";
import type { ImportField } from "./table";

const PLAIN_MEMBERS = keysOf(NO_PROFILE).filter((member) => member !== "story" && member !== "goodWith");

type Member = Exclude<keyof NewProfile, "goodWith"> | Companion;

const profileOfListed = ({ profile }: Pick<ListedPet, "profile">): NewProfile =>
  profile ? toNewProfile(profile) : NO_PROFILE;

const hasImported = (profile: NewProfile, named: ImportedProfile) => changedMembers(profile, named).length === 0;

const changedMembers = (profile: NewProfile, named: ImportedProfile) =>
  differing(profile, withImported(profile, named), named);

/**
 * If the animal has changed since this version, the members that the row does not name are read again. No change sets are
 * known if an earlier attempt, whose answer was lost, has set it.
 * @throws ApiError precondition_failed when somebody else has changed one that it names
 */
function setImported(
  id: bigint,
  based: { version: string; before: NewProfile },
  named: ImportedProfile,
): Promise<Made> {
  return retryIfStale(
    { version: based.version, current: based.before },
    ({ version, current }) => sendSetProfile(id, version, withImported(current, named)),
    async () => {
      const pet = await fetchCurrentPet(id, "profile,version");
      if (!pet) throw new ApiError("not_found", "Somebody has removed this animal.");
      const { version = "" } = pet;
      const current = profileOfListed(pet);
      // An earlier attempt, whose answer was lost, has already set it.
      if (hasImported(current, named)) return { result: { version, changeSets: [] } };
      if (differing(current, based.before, named).length > 0)
        throw new ApiError("precondition_failed", "The profile has changed.");
      return { start: { version, current } };
    },
  );
}

const withImported = (profile: NewProfile, { goodWith, ...others }: ImportedProfile): NewProfile => ({
  ...profile,
  ...others,
  goodWith: { ...profile.goodWith, ...goodWith },
});

/** Returns where two profiles differ in what a row names. Trimmed white space is not a difference. */
function differing(one: NewProfile, other: NewProfile, named: ImportedProfile): Member[] {
  const isOtherStory = named.story !== undefined && (one.story?.trim() ?? "") !== (other.story?.trim() ?? "");
  return [
    ...(isOtherStory ? (["story"] as const) : []),
    ...PLAIN_MEMBERS.filter((member) => named[member] !== undefined && one[member] !== other[member]),
    ...COMPANIONS.filter((name) => named.goodWith?.[name] !== undefined && one.goodWith[name] !== other.goodWith[name]),
  ];
}

/** Refusals of a single row. Any other refusal concerns the whole import. */
const OF_ONE_ROW = [400, 404, 409, 412, 413, 422];

type ImportOptions = {
  /** The Idempotency-Key of each row is derived from this, so no row is added twice. */
  id: string;
  /** The rows that are not done yet. None has an error. */
  rows: readonly ImportRow[];
  /** The outcomes of earlier attempts, which show what was sent before. */
  outcomes: ImportOutcomes;
  /** Called with the outcomes of rows as soon as they are known, and before rows with an id are sent. */
  onOutcomes(outcomes: ImportOutcomes): void;
  /** Called before a row is added, because its outcome is in doubt until the answer arrives. */
  onSend(line: number): void;
  /** Changes many animals, after asking the person if the service asks. */
  send: (changes: readonly SentChange[], pets: readonly AskedPet[]) => Promise<BatchOutcome>;
  signal: AbortSignal;
};

/**
 * Changes the animals of rows with an id, then adds the others in order. Rows whose answer was lost may be passed
 * again.
 * @throws ApiError when it cannot continue; outcomes so far are final, except those that were only sent
 */
export async function runImport(options: ImportOptions): Promise<void> {
  const { id, rows, onOutcomes, onSend, signal } = options;
  const changes = rows.filter(({ wanted }) => wanted !== null && wanted.id !== null);
  for (let at = 0; at < changes.length && !signal.aborted; at += MAX_CHANGES) {
    await changeRows(changes.slice(at, at + MAX_CHANGES), options);
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
  const added = await sendCreatePet({ pet: { name, categoryId, ...more }, idempotencyKey }).catch(refusalOf);
  if ("state" in added) return added;
  const done = { state: "added", id: added.id.toString(), version: added.version } as const;
  if (!profile) return done;
  try {
    const based = { version: added.version, before: NO_PROFILE };
    return { ...done, version: (await setImported(added.id, based, profile)).version };
  } catch (error) {
    return { ...done, why: refusalOf(error, { 412: "somebody else has entered different ones" }).why };
  }
}

type RefusedOutcome = Extract<ImportOutcome, { state: "refused" }>;

/** Returns the outcome of a row that was refused. @throws any other error, which concerns the whole import */
function refusalOf(error: unknown, words: Readonly<Record<number, string>> = {}): RefusedOutcome {
  if (!(error instanceof ApiError && isCertain(error) && OF_ONE_ROW.includes(error.status))) throw error;
  return { state: "refused", why: words[error.status] ?? whyRefused(error.status) };
}

type MatchedRow = { row: ImportRow; wanted: Wanted; pet: ListedPet; change: Partial<NewPet> };

/** Changes the animals of up to `MAX_CHANGES` rows: first all basics at once, then each profile. */
async function changeRows(
  rows: readonly ImportRow[],
  { outcomes, onOutcomes, send, signal }: ImportOptions,
): Promise<void> {
  const matched = await matchRows(rows, onOutcomes);
  const results = await changeBasics(matched, onOutcomes, send);
  const needsProfile = ({ pet, wanted }: MatchedRow) =>
    wanted.profile !== undefined && !hasImported(profileOfListed(pet), wanted.profile);
  const known: ImportOutcomes = {};
  for (const each of matched) {
    const { line } = each.row;
    const { status } = results.get(line) ?? {};
    if (status !== undefined && status !== 200) known[line] = { state: "refused", why: whyRefused(status) };
    else if (!needsProfile(each)) known[line] = outcomeOf(each, results.get(line), outcomes[line]);
  }
  onOutcomes(known);
  for (const each of matched) {
    const { line } = each.row;
    if (signal.aborted) return;
    if (known[line]) continue;
    const result = results.get(line);
    const basics = sentBasicsOf(result, outcomes[line]);
    onOutcomes({ [line]: { state: "sent", ...basics } });
    onOutcomes({ [line]: await changeProfile(each, result?.version, basics) });
  }
}

type SentBasics = { hasChangedBasics: boolean; changeSets?: string[] | undefined };

function sentBasicsOf(result: BasicsResult | undefined, earlier: ImportOutcome | undefined): SentBasics {
  if (result) return { hasChangedBasics: true, changeSets: result.changeSets };
  return earlier?.state === "sent" && earlier.hasChangedBasics ? earlier : { hasChangedBasics: false, changeSets: [] };
}

/** Returns the outcome of a row whose animal now has all values. It counts as changed if an earlier attempt sent it. */
function outcomeOf(
  { pet }: MatchedRow,
  result: BasicsResult | undefined,
  earlier: ImportOutcome | undefined,
): ImportOutcome {
  if (!result && !earlier) return { state: "same" };
  return { state: "changed", id: pet.id.toString(), ...(result && { changeSets: result.changeSets }) };
}

async function matchRows(rows: readonly ImportRow[], onOutcomes: ImportOptions["onOutcomes"]): Promise<MatchedRow[]> {
  const ids = rows.flatMap(({ wanted }) => (wanted?.id == null ? [] : [wanted.id.toString()]));
  const current = await fetchCurrentPets(ids, "profile,version");
  const matched = rows.flatMap((row): MatchedRow[] => {
    const { wanted } = row;
    const pet = current.get(String(wanted?.id));
    return wanted && pet ? [{ row, wanted, pet, change: changesOf(pet, wanted.pet) }] : [];
  });
  const lines = new Set(matched.map(({ row }) => row.line));
  const missing = rows.filter(({ line }) => !lines.has(line));
  const refused = { state: "refused", why: whyRefused(404) } as const;
  onOutcomes(Object.fromEntries(missing.map(({ line }) => [line, refused])));
  return matched;
}

type BasicsResult = { status: number; version: string | undefined; changeSets: string[] };

async function changeBasics(
  matched: readonly MatchedRow[],
  onOutcomes: ImportOptions["onOutcomes"],
  send: ImportOptions["send"],
): Promise<Map<number, BasicsResult>> {
  const sent = matched.filter(({ change }) => Object.keys(change).length > 0);
  if (sent.length === 0) return new Map();
  onOutcomes(Object.fromEntries(sent.map(({ row }) => [row.line, { state: "sent", hasChangedBasics: true } as const])));
  const changes = sent.map(({ pet, change }) => ({ id: pet.id, ifMatch: pet.version, ...change }));
  const { results, changeSets } = await send(
    changes,
    sent.map(({ pet }) => pet),
  );
  return new Map(
    sent.map(({ row }, at) => [
      row.line,
      { status: Number(results[at]?.status ?? 404n), version: results[at]?.version, changeSets },
    ]),
  );
}

async function changeProfile(
  { pet, wanted }: MatchedRow,
  version: string | undefined,
  { hasChangedBasics, changeSets }: SentBasics,
): Promise<ImportOutcome> {
  const changed = { state: "changed", id: pet.id.toString() } as const;
  try {
    const based = { version: version ?? pet.version ?? "", before: profileOfListed(pet) };
    const set = await setImported(pet.id, based, wanted.profile ?? {});
    const isKnown = changeSets !== undefined && set.changeSets.length > 0;
    return { ...changed, ...(isKnown && { changeSets: [...changeSets, ...set.changeSets] }) };
  } catch (error) {
    const refused = refusalOf(error);
    return hasChangedBasics ? { ...changed, ...(changeSets && { changeSets }), why: refused.why } : refused;
  }
}

/** Returns what differs from the current animal. Trimmed white space is not a difference. */
function changesOf(pet: ListedPet, { name, categoryId, status }: Partial<NewPet>): Partial<NewPet> {
  return {
    ...(name !== undefined && name !== pet.name.trim() && { name }),
    ...(categoryId !== undefined && categoryId !== pet.categoryId && { categoryId }),
    ...(status !== undefined && status !== pet.status && { status }),
  };
}

function whyRefused(status: number): string {
  if (status === 404) return "There is no animal with this id";
  if (status === 412) return "Somebody changed this animal at the same moment. Import the row again";
  if (status === 409) return "This status is not possible now: an adoption is open, or the animal is already adopted";
  return "This row was refused. Check it";
}

type ChangedFields = Partial<Record<ImportField, string>>;

/** What importing a row with an id would do: change fields, change nothing (no fields), or find no animal (null). */
export type RowPreview = ChangedFields | null;

export function previewsOf(
  rows: readonly ImportRow[],
  pets: ReadonlyMap<string, ListedPet | null>,
): ReadonlyMap<number, RowPreview> {
  return new Map(
    rows.flatMap((row) => {
      const id = row.wanted?.id?.toString();
      const pet = id === undefined ? undefined : pets.get(id);
      return pet === undefined ? [] : [[row.line, pet && changedFields(row, pet)] as const];
    }),
  );
}

export const isSameAsNow = (preview: RowPreview | undefined) =>
  preview !== undefined && preview !== null && Object.keys(preview).length === 0;

function changedFields({ wanted, cells }: ImportRow, pet: ListedPet): ChangedFields {
  if (wanted === null) return {};
  const profile = profileOfListed(pet);
  const values = toEditValues({ pet, profile });
  const { categoryId, ...others } = changesOf(pet, wanted.pet);
  const members = wanted.profile ? changedMembers(profile, wanted.profile) : [];
  const fields = [...Object.keys(others), ...(categoryId === undefined ? [] : ["kind"]), ...members] as FieldOfAnimal[];
  return Object.fromEntries(
    fields.map((field) => {
      if (field !== "bornOn" || cells.bornOn !== "") return [field, valueWords(field, values)];
      return ["age", values.bornOn === "" ? valueWords(field, values) : ageWords(values.bornOn)];
    }),
  );
}

type FieldOfAnimal = Exclude<ImportField, "id" | "age">;
