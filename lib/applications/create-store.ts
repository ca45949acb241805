import "server-only";
import { hash, randomUUID } from "node:crypto";
import type { Consent } from "../adoptions/applications-store";
import { ensureCompleted } from "../adoptions/store";
import { record } from "../audit/log-store";
import { inTransaction, type Transaction } from "../database/transaction";
import { type Author, authorText, conflict, DomainError, type Versioned } from "../domain";
import { chargeWithin, countUp } from "../limits/window-store";
import { AND_SEEN, type Visibility } from "../pets/care/visibility";
import { lockPet } from "../pets/changes/record-store";
import { NO_PET } from "../pets/schema";
import { now } from "../process/clock";
import { HOUR_SECONDS } from "../values/time";
import { timeWords } from "../values/time-words";
import { animalSubject, applicationLimits, isPlausible, isUnusual, USUAL_FOR_ANIMAL } from "./limits";
import { sendReceipt } from "./mail-store";
import { secretOf } from "./private-store";
import { type ApplicationRow, toPublic, WITH_PET } from "./related-store";
import type { Application, NewAdopter, NewApplication, SentApplication, Suspicion } from "./schema";
import { getApplication } from "./store";

/** A visitor is the applicant. Their address may be "unknown". Any other author is trusted. */
type Sender = { kind: "visitor"; address: string } | Author;

const SENT = ["petId", "name", "email", "telephone", "home", "otherPets", "message"] as const;

/**
 * Stores an application and enqueues its receipt. Repeated with the same id and `retryToken`, it changes nothing.
 * Likely spam gets no receipt.
 * @throws DomainError not_found; conflict when the animal is sold or the id was used before, with the stored
 * `application` if it has the same `retryToken` and another content; rate_limited
 */
export function createApplication(
  sender: Sender,
  input: NewApplication,
): Promise<SentApplication & { version: bigint }> {
  const { consent: _agreed, homepage: _trap, formToken: _made, retryToken, ...fields } = input;
  return inTransaction(async (tx) => {
    // If the same application is sent twice at the same time, the second waits here and then finds the first.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`application ${fields.id}`}, 0))`;
    const earlier = await tx.application.findUnique({ where: { id: fields.id }, include: WITH_PET });
    if (earlier) {
      if (!earlier.retryHash || !hashOf(retryToken).equals(earlier.retryHash)) throw conflict(USED_ID);
      const application = await toSent(tx, earlier, sender);
      const isSame = SENT.every((field) => earlier[field] === (fields[field] ?? null));
      if (!isSame) throw new DomainError("conflict", USED_ID, undefined, { application });
      return { ...application, version: earlier.version };
    }
    // Charged before the animal is locked, so a refused application neither waits for others nor makes them wait.
    const suspicions = sender.kind === "visitor" ? await chargeVisitor(tx, input, sender.address) : [];
    await requireAdoptable(tx, fields.petId, sender.kind === "visitor" ? "public" : "all");
    const row = await tx.application.create({
      data: {
        ...fields,
        retryHash: hashOf(retryToken),
        suspicious: suspicions.length > 0,
        suspicions,
        createdBy: authorText(sender.kind === "visitor" ? { kind: "applicant" } : sender),
        ...createdNow(),
      },
      include: WITH_PET,
    });
    await sendReceipt(tx, row);
    return { ...(await toSent(tx, row, sender)), version: row.version };
  });
}

const USED_ID = "This id was used for another application";

const MAX_LINKS = 2;

function formSuspicions({ homepage = "", formToken, message, home, otherPets }: NewApplication): Suspicion[] {
  const links = [message, home, otherPets].join(" ").match(/https?:\/\/\S+|\bwww\.\S+/gi) ?? [];
  return [
    ...(homepage === "" ? [] : (["hidden_field"] as const)),
    ...(isPlausible(formToken) ? [] : (["form_time"] as const)),
    ...(links.length > MAX_LINKS ? (["links"] as const) : []),
  ];
}

/** Only the applicant who sent it gets the secret. With it, a person of the shelter could act as the applicant. */
async function toSent(tx: Transaction, row: ApplicationRow, sender: Sender): Promise<SentApplication> {
  const sent = await toPublic(tx, row);
  const isOwn = sender.kind === "visitor" && row.createdBy === authorText({ kind: "applicant" });
  return isOwn ? { ...sent, secret: secretOf(row.id) } : sent;
}

function createdNow() {
  const at = new Date(now());
  return { createdAt: at, changedAt: at };
}

const hashOf = (retryToken: string) => Buffer.from(hash("sha256", retryToken, "buffer"));

async function requireAdoptable(tx: Transaction, petId: bigint, visibility: Visibility): Promise<void> {
  const wanted = `SELECT status::text AS status FROM pets WHERE id = $1::bigint${AND_SEEN[visibility]} FOR SHARE OF pets`;
  const [pet] = await tx.$queryRawUnsafe<{ status: string }[]>(wanted, petId);
  if (!pet) throw new DomainError("not_found", NO_PET);
  if (pet.status === "sold") throw conflict("This animal has already been adopted");
}

/** Returns why it is suspicious: for what its form shows, or for more than usual. @throws DomainError rate_limited */
async function chargeVisitor(tx: Transaction, input: NewApplication, address: string): Promise<Suspicion[]> {
  const limits = applicationLimits(input.email, address);
  const result = await chargeWithin(tx, limits);
  if ("retryAfterSeconds" in result) {
    const { retryAfterSeconds } = result;
    const message = `Too many applications. Try again in ${timeWords(retryAfterSeconds)}`;
    throw new DomainError("rate_limited", message, retryAfterSeconds);
  }
  const over = limits.filter(({ limit }, index) => isUnusual(result.charges[index]?.count ?? 0, limit));
  const suspicions = [...new Set([...formSuspicions(input), ...over.map(({ by }) => by)])];
  if (suspicions.length > 0) return suspicions;
  return (await countUp(tx, animalSubject(input.petId), HOUR_SECONDS)) > USUAL_FOR_ANIMAL ? ["animal"] : [];
}

/**
 * Records who has adopted an animal, as an approved application without a message. The animal becomes sold with a
 * completed order, or that adoption gets its name.
 * @throws DomainError not_found; conflict when the animal has an open order or a known adopter; confirmation_required as
 * `requireConsent` does
 */
export function recordAdopter(
  author: Author,
  petId: bigint,
  { tookPlaceAt, ...adopter }: NewAdopter,
  consent?: Consent,
): Promise<Versioned<Application>> {
  const id = randomUUID();
  return inTransaction(async (tx) => {
    const orderId = await ensureCompleted(tx, author, petId, await lockPet(tx, petId), tookPlaceAt, consent);
    const known = await tx.application.findFirst({ where: { orderId }, select: { id: true } });
    if (known) throw conflict("The adopter of this animal is already recorded");
    await tx.application.create({
      data: {
        ...adopter,
        id,
        petId,
        orderId,
        status: "approved",
        suspicious: false,
        message: "",
        createdBy: authorText(author),
        ...createdNow(),
      },
      select: { id: true },
    });
    const fields = { adopter: { from: null, to: adopter.name }, orderId: { from: null, to: String(orderId) } };
    await record(tx, author, { subject: "application", subjectId: id, petId, action: "changed", fields });
    return getApplication(id, tx);
  });
}
