import "server-only";
import { type Author, authorText } from "../../author";
import { inTransaction, type Transaction } from "../../database/transaction";
import { conflict } from "../../domain-error";
import { ensureCompleted } from "../../orders/store";
import { lockPet } from "../../pets/changes/record-store";
import { now } from "../../process/clock";
import { hashSecret, secretOf } from "../private/secret";
import type { NewAdopter } from "../schema";
import { usedIdError, waitForSameId } from "../send/create-store";
import { getApplication, type VersionedApplication } from "../store";
import { declineOpen } from "./pet-effects-store";

/**
 * Records who has adopted an animal, as an approved application without a message. The animal becomes sold if it was
 * not, with a completed order, and the open applications for it are declined. If it was adopted without a name, this
 * gives that adoption its name. Nobody gets an e-mail except those who are declined. Repeated with the same id, it
 * changes nothing.
 * @throws DomainError not_found when there is no such animal; conflict when it has an open order, when its adopter is
 * recorded, or when the id was used for something else
 */
export function recordAdopter(author: Author, petId: bigint, input: NewAdopter): Promise<VersionedApplication> {
  const { id, tookPlaceAt, ...adopter } = input;
  return inTransaction(async (tx) => {
    await waitForSameId(tx, id);
    if (await isRecorded(tx, petId, input)) return getApplication(id, tx);
    const pet = await lockPet(tx, petId);
    const orderId = await ensureCompleted(tx, author, pet, petId, tookPlaceAt);
    await requireNoAdopter(tx, orderId);
    const at = new Date(now());
    const entry = { at, author: authorText(author), changes: { adopter: { from: null, to: adopter.name } } };
    await tx.application.create({
      data: {
        ...adopter,
        id,
        petId,
        orderId,
        status: "approved",
        suspicious: false,
        message: "",
        secretHash: hashSecret(secretOf(id)),
        createdBy: authorText(author),
        createdAt: at,
        changedAt: at,
        changes: { create: entry },
      },
      select: { id: true },
    });
    if (pet.status !== "sold") await declineOpen(tx, [{ petId, author }]);
    return getApplication(id, tx);
  });
}

/** Whether an earlier request with the same id has recorded this adopter. @throws DomainError conflict if it differs */
async function isRecorded(tx: Transaction, petId: bigint, adopter: NewAdopter): Promise<boolean> {
  const { id, name, email = null, telephone = null } = adopter;
  const earlier = await tx.application.findUnique({
    where: { id },
    select: { petId: true, name: true, email: true, telephone: true, message: true },
  });
  if (!earlier) return false;
  const { message } = earlier;
  const isSame = earlier.petId === petId && earlier.name === name && earlier.email === email;
  if (!isSame || earlier.telephone !== telephone || message !== "") throw usedIdError();
  return true;
}

/** @throws DomainError conflict when the adopter behind an order is known */
async function requireNoAdopter(tx: Transaction, orderId: bigint): Promise<void> {
  if (await tx.application.findFirst({ where: { orderId }, select: { id: true } })) throw conflict(HAS_ADOPTER);
}

/** The message for an adoption whose adopter is known. */
const HAS_ADOPTER = "The adopter of this animal is already recorded";
