import "server-only";
import { inverseOf, type StoredChange } from "../../audit/log-store";
import type { Transaction } from "../../database/transaction";
import { type Author, conflict } from "../../domain";
import { restoreArrangement } from "../photos/store";
import { NewProfile } from "../profile/schema";
import { setProfileMember } from "../profile/store";
import { PetChange } from "../schema";
import { isStepOfAdoption } from "./history-schema";
import { changeAndRecord, lockRemoved, restorePet } from "./record-store";

/** The animal may move to the other table while this waits for the row, so both are searched twice. */
export async function lockWherever(tx: Transaction, petId: bigint): Promise<bigint | "removed" | null> {
  for (let round = 0; round < 2; round++) {
    if (await lockRemoved(tx, petId)) return "removed";
    const [pet] = await tx.$queryRaw<{ version: bigint }[]>`SELECT version FROM pets WHERE id = ${petId} FOR UPDATE`;
    if (pet) return pet.version;
  }
  return null;
}

export const NOTHING_TO_UNDO = "An addition, a restoration, or a removal that was already undone cannot be undone";

/**
 * Gives each changed field of a locked animal its earlier value, even a status that no ordinary change could set; undoing
 * a removal restores it. `reason` is why the animal had come back, which the order loses.
 * @throws DomainError conflict when there is nothing to undo, or a value can no longer be stored
 */
export async function reversePet(
  tx: Transaction,
  author: Author,
  petId: bigint,
  { action, fields }: StoredChange,
  reason: unknown = null,
): Promise<void> {
  if (action === "removed" && (await lockRemoved(tx, petId))) return restorePet(tx, author, petId);
  if (Object.keys(fields).length === 0) throw conflict(NOTHING_TO_UNDO);
  const { tookPlaceAt: _, ...changes } = inverseOf(fields);
  // The date of the hand-over is that of the order.
  const { shipDate: __, ...ofAnimal } = changes;
  const earlier = Object.fromEntries(Object.entries(ofAnimal).map(([field, { to }]) => [field, to]));
  const parts = Object.keys(earlier).filter((field) => Object.hasOwn(PARTS, field));
  const columns = Object.entries(earlier).filter(([field]) => !parts.includes(field));
  const { success, data: set = {} } = PetChange.safeParse(Object.fromEntries(columns));
  if (!success && columns.length > 0) throw conflict("This change cannot be undone");
  for (const part of parts) await PARTS[part]?.(tx, petId, earlier[part]);
  await changeAndRecord(tx, {
    petId,
    author,
    action: isStepOfAdoption(action) ? "order.undone" : "undone",
    changes: { ...changes, ...(reason !== null && { returnReason: { from: reason, to: null } }) },
    set,
  });
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
