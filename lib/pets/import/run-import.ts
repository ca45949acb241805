import { ApiError, isCertain } from "../../http/errors";
import { MAX_CHANGES } from "../changes/batch-schema";
import { sendChangePets, sendCreatePet } from "../changes/calls";
import { fetchCurrentPets } from "../list/calls";
import type { ListedPet } from "../list/schema";
import { NO_PROFILE } from "../profile/schema";
import type { NewPet } from "../schema";
import { hasImported, profileOfListed, setImported } from "./imported-profile";
import type { ImportOutcome, ImportOutcomes } from "./outcome";
import type { ImportRow } from "./read-rows";

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
  signal: AbortSignal;
};

/**
 * Changes the animals of rows with an id, then adds the others in order. Rows that were done before an answer was lost
 * may be passed again: an animal that already has the values is not changed, and an addition is repeated with its
 * Idempotency-Key.
 * @throws ApiError when it cannot continue; the outcomes reported so far are final, except those that were only sent
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

/** A row with an id, and its animal as it is now. */
type MatchedRow = { row: ImportRow; wanted: Wanted; pet: ListedPet; change: Partial<NewPet> };

/** Changes the animals of up to `MAX_CHANGES` rows: first all basics at once, then each profile. */
async function changeRows(rows: readonly ImportRow[], { outcomes, onOutcomes, signal }: ImportOptions): Promise<void> {
  const matched = await matchRows(rows, onOutcomes);
  const results = await changeBasics(matched, onOutcomes);
  const needsProfile = ({ pet, wanted }: MatchedRow) =>
    wanted.profile !== undefined && !hasImported(profileOfListed(pet), wanted.profile);
  const known: ImportOutcomes = {};
  for (const each of matched) {
    const { line } = each.row;
    const { status, version } = results.get(line) ?? {};
    if (status !== undefined && status !== 200) known[line] = { state: "refused", why: whyRefused(status) };
    else if (!needsProfile(each)) known[line] = outcomeOf(each, version, outcomes[line]);
  }
  onOutcomes(known);
  for (const each of matched) {
    const { line } = each.row;
    if (signal.aborted) return;
    if (known[line]) continue;
    const version = results.get(line)?.version;
    const basics = sentBasicsOf(version, outcomes[line]);
    onOutcomes({ [line]: { state: "sent", ...basics } });
    onOutcomes({ [line]: await changeProfile(each, version, basics) });
  }
}

/** Whether the basics of a row were changed, and the version of that change, if it is known. */
type SentBasics = { hasChangedBasics: boolean; versions?: string[] | undefined };

/** Returns what is known about the basics of a row after sending them, now or in an earlier attempt. */
function sentBasicsOf(version: string | undefined, earlier: ImportOutcome | undefined): SentBasics {
  if (version !== undefined) return { hasChangedBasics: true, versions: [version] };
  return earlier?.state === "sent" && earlier.hasChangedBasics ? earlier : { hasChangedBasics: false, versions: [] };
}

/** Returns the outcome of a row whose animal now has all values. It counts as changed if an earlier attempt sent it. */
function outcomeOf(
  { pet }: MatchedRow,
  version: string | undefined,
  earlier: ImportOutcome | undefined,
): ImportOutcome {
  if (version === undefined && !earlier) return { state: "same" };
  return { state: "changed", id: pet.id.toString(), ...(version !== undefined && { versions: [version] }) };
}

/** Matches rows with their animals, and returns what differs. Rows without an animal are refused. */
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

type BasicsResult = { status: number; version: string | undefined };

/** Changes the basics that differ, and returns the results by line. */
async function changeBasics(
  matched: readonly MatchedRow[],
  onOutcomes: ImportOptions["onOutcomes"],
): Promise<Map<number, BasicsResult>> {
  const sent = matched.filter(({ change }) => Object.keys(change).length > 0);
  if (sent.length === 0) return new Map();
  onOutcomes(Object.fromEntries(sent.map(({ row }) => [row.line, { state: "sent", hasChangedBasics: true } as const])));
  const results = await sendChangePets(
    sent.map(({ pet, change }) => ({ id: pet.id, ifMatch: pet.version, ...change })),
  );
  return new Map(
    sent.map(({ row }, at) => [
      row.line,
      { status: Number(results[at]?.status ?? 404n), version: results[at]?.version },
    ]),
  );
}

/** Changes the profile of a row's animal, whose other values are already as the row wants them. */
async function changeProfile(
  { pet, wanted }: MatchedRow,
  version: string | undefined,
  { hasChangedBasics, versions }: SentBasics,
): Promise<ImportOutcome> {
  const changed = { state: "changed", id: pet.id.toString() } as const;
  try {
    const based = { version: version ?? pet.version ?? "", before: profileOfListed(pet) };
    const set = await setImported(pet.id, based, wanted.profile ?? {});
    return { ...changed, ...(versions && set.isMade && { versions: [...versions, set.version] }) };
  } catch (error) {
    const refused = refusalOf(error);
    return hasChangedBasics ? { ...changed, ...(versions && { versions }), why: refused.why } : refused;
  }
}

/** Returns what differs from the current animal. Trimmed white space is not a difference. */
export function changesOf(pet: ListedPet, { name, categoryId, status }: Partial<NewPet>): Partial<NewPet> {
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
