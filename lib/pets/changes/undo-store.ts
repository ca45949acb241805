import "server-only";
import { inverseOf, type StoredChange } from "../../audit/log-store";
import type { Transaction } from "../../database/transaction";
import type { Author } from "../../domain";
import { CHANGEABLE_FIELDS } from "../columns";
import { restoreArrangement } from "../photos/store";
import { NewProfile } from "../profile/schema";
import { setProfileMember } from "../profile/store";
import { isStepOfAdoption } from "./history-schema";
import { changeAllAndRecord, recordOnly, removeLocked, restorePets } from "./record-store";

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
 * `reasons` are why animals had come back, which their orders lose.
 * @throws DomainError conflict when photos are gone, or an animal that was restored is in use
 */
export async function reversePets(
  tx: Transaction,
  author: Author,
  changes: readonly StoredChange[],
  reasons: ReadonlyMap<bigint, unknown>,
): Promise<void> {
  const idsOf = (wanted: string) => changes.filter(({ action }) => action === wanted).map(({ petId }) => petId);
  const [removed, restored] = [idsOf("removed"), idsOf("restored")];
  if (removed.length > 0) await restorePets(tx, author, removed);
  if (restored.length > 0) await removeLocked(tx, author, restored);
  const others = changes.filter(({ action }) => action !== "removed" && action !== "restored");
  for (const { petId, fields } of others) {
    for (const [field, { from }] of Object.entries(fields)) await PARTS[field]?.(tx, petId, from);
  }
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
  for (const change of kept) await recordOnly(tx, { ...change, author });
  if (changed.length > 0) await changeAllAndRecord(tx, author, changed);
}

const PARTS: Readonly<Record<string, (tx: Transaction, petId: bigint, recorded: unknown) => Promise<void>>> = {
  photos: restoreArrangement,
  ...Object.fromEntries(
    Object.keys(NewProfile.shape).map((member) => [
      member,
      (tx: Transaction, petId: bigint, recorded: unknown) => setProfileMember(tx, petId, member, recorded),
    ]),
  ),
};
