import "server-only";
import { inverseOf, record, type StoredChange } from "../../audit/log-store";
import type { Transaction } from "../../database/transaction";
import type { Author } from "../../domain";
import { chunksOf, keysOf } from "../../values/objects";
import { CARE_FIELDS, CareChange } from "../care/schema";
import { writeCare } from "../care/store";
import { CHANGEABLE_FIELDS } from "../columns";
import { PhotoArrangement } from "../photos/schema";
import { writeArrangement } from "../photos/store";
import { NewProfile } from "../profile/schema";
import { setProfileMembers } from "../profile/store";
import { isStepOfAdoption } from "./history-schema";
import { changeAllAndRecord, removeLocked, restorePets } from "./record-store";

/** Animals in one statement, which is far below the time limit of a statement. */
const CHUNK = 1_000;

/**
 * Locks animals in the order of their ids, and returns those that are removed. They may move to the other table while
 * this waits for a row, so both are searched twice.
 */
export async function lockPets(tx: Transaction, petIds: readonly bigint[]): Promise<ReadonlySet<bigint>> {
  const removed = new Set<bigint>();
  let left = petIds;
  for (let round = 0; round < 2 && left.length > 0; round++) {
    const gone = await tx.$queryRaw<{ id: bigint }[]>`
      SELECT id FROM removed_pets WHERE id = ANY (${left}::bigint[]) ORDER BY id FOR UPDATE`;
    for (const { id } of gone) removed.add(id);
    const found = await tx.$queryRaw<{ id: bigint }[]>`
      SELECT id FROM pets WHERE id = ANY (${left}::bigint[]) ORDER BY id FOR UPDATE`;
    left = left.filter((petId) => !removed.has(petId) && !found.some(({ id }) => id === petId));
  }
  return removed;
}

/**
 * Gives each changed field of locked animals its earlier value, even a status that no ordinary change could set.
 * The history of an animal says why it had come back, if its order loses that.
 * @throws DomainError conflict when photos are gone, or an animal that was restored is in use
 */
export async function reversePets(tx: Transaction, author: Author, changes: readonly StoredChange[]): Promise<void> {
  const ofPets = changes.filter(({ subject }) => subject === "pet");
  const lost = changes.flatMap(({ petId, subject, fields }) =>
    subject === "order" && fields.returnReason ? [[petId, fields.returnReason.to] as const] : [],
  );
  const reasons = new Map(lost);
  const idsOf = (wanted: string) => ofPets.filter(({ action }) => action === wanted).map(({ petId }) => petId);
  const [removed, added] = [idsOf("removed"), [...idsOf("restored"), ...idsOf("created")]];
  if (removed.length > 0) await restorePets(tx, author, removed);
  if (added.length > 0) await removeLocked(tx, author, added);
  const others = ofPets.filter(({ action }) => !MOVES.has(action));
  for (const { petId, fields } of others)
    if (fields.photos) await writeArrangement(tx, petId, PhotoArrangement.parse(fields.photos.from));
  await setProfileMembers(tx, earlierMembers(others, keysOf(NewProfile.shape)));
  const care = [...earlierMembers(others, CARE_FIELDS)];
  await writeCare(tx, new Map(care.map(([petId, members]) => [petId, CareChange.parse(members)])));
  const reversed = others.map(({ petId, action, version, fields }) => {
    const { tookPlaceAt: _, ...kept } = inverseOf(fields);
    const reason = reasons.get(petId) ?? null;
    const earlier = CHANGEABLE_FIELDS.flatMap(({ field }) => (kept[field] ? [[field, kept[field].to]] : []));
    return {
      petId,
      version,
      action: isStepOfAdoption(action) ? ("order.undone" as const) : ("undone" as const),
      changes: { ...kept, ...(reason !== null && { returnReason: { from: reason, to: null } }) },
      set: Object.fromEntries(earlier),
    };
  });
  // The date of a hand-over is that of the order, so the animal itself stays as it is.
  const [kept, changed] = [
    reversed.filter(({ version }) => version === null),
    reversed.filter(({ version }) => version !== null),
  ];
  for (const { petId, action, changes: fields } of kept)
    await record(tx, author, { subject: "pet", subjectId: petId, petId, action, fields });
  for (const chunk of chunksOf(changed, CHUNK)) await changeAllAndRecord(tx, author, chunk);
}

const MOVES: ReadonlySet<string> = new Set(["removed", "restored", "created"]);

/** Of the animals in which some of these members were changed. */
function earlierMembers(changes: readonly StoredChange[], names: readonly string[]): Map<bigint, object> {
  const all = changes.map(({ petId, fields }): [bigint, object] => {
    const members = names.flatMap((name) => (fields[name] ? [[name, fields[name].from]] : []));
    return [petId, Object.fromEntries(members)];
  });
  return new Map(all.filter(([, members]) => keysOf(members).length > 0));
}
