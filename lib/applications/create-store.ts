import "server-only";
import { inTransaction, type Transaction } from "../database/transaction";
import { type Author, authorText, conflict, DomainError } from "../domain";
import { chargeWithin, countUp } from "../limits/window-store";
import { ensureCompleted } from "../orders/store";
import { lockPet } from "../pets/changes/record-store";
import { NO_PET } from "../pets/schema";
import { now } from "../process/clock";
import { HOUR_SECONDS } from "../values/time";
import { timeWords } from "../values/time-words";
import { animalSubject, applicationLimits, isPlausible, isUnusual, USUAL_FOR_ANIMAL } from "./limits";
import { RECIPIENT, sendReceipt } from "./mail-store";
import { declineOpen } from "./pet-effects-store";
import { fitsHash, hashSecret, renewSecret, secretOf } from "./private-store";
import { PUBLIC, toPublic } from "./related-store";
import type { NewAdopter, NewApplication, SentApplication, Suspicion } from "./schema";
import { getApplication, type VersionedApplication } from "./store";

/**
 * Who sends an application: a visitor from an IP address (perhaps "unknown"), who is the applicant, or an author
 * who is trusted, such as a signed-in person.
 */
type Sender = { kind: "visitor"; address: string } | Author;

/** The fields that are stored as the applicant sent them. */
const SENT = ["petId", "name", "email", "telephone", "home", "otherPets", "message"] as const;
type SentFields = Pick<NewApplication, "id" | (typeof SENT)[number]>;

/**
 * Stores an application and enqueues its receipt. If it is sent again with the same id and `retryToken`, it is not
 * stored again, and the result is the same as the first time. Likely spam goes into its own folder and gets no receipt.
 * @throws DomainError not_found when there is no such animal; conflict when the animal is sold, or another application
 * had the id before; rate_limited
 */
export function createApplication(sender: Sender, input: NewApplication): Promise<SentApplication> {
  const { consent: _agreed, homepage, formToken, retryToken, ...fields } = input;
  return inTransaction(async (tx) => {
    await waitForSameId(tx, fields.id);
    const earlier = await findSame(tx, fields, retryToken);
    if (earlier) return forSender(earlier, sender);
    // Charged before the animal is locked, so a refused application neither waits for others nor makes them wait.
    const suspicions =
      sender.kind === "visitor"
        ? await chargeVisitor(tx, fields, sender.address, formSuspicions({ homepage, formToken, ...fields }))
        : [];
    await requireAdoptable(tx, fields.petId);
    return forSender(await insert(tx, sender, { ...fields, retryHash: hashSecret(retryToken) }, suspicions), sender);
  });
}

/** If the same application is sent twice at the same time, the second waits here and then finds the first. */
async function waitForSameId(tx: Transaction, id: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`application ${id}`}, 0))`;
}

/** Maximum number of web addresses in a message that is not suspicious. */
const MAX_LINKS = 2;

type SuspectFields = Pick<NewApplication, "message" | "home" | "otherPets"> & {
  [P in "homepage" | "formToken"]: string | undefined;
};

/** Returns the signs that a program filled in a form, or that it advertises something. */
function formSuspicions({ homepage = "", formToken, message, home, otherPets }: SuspectFields): Suspicion[] {
  const links = [message, home, otherPets].join(" ").match(/https?:\/\/\S+|\bwww\.\S+/gi) ?? [];
  return [
    ...(homepage === "" ? [] : (["hidden_field"] as const)),
    ...(isPlausible(formToken) ? [] : (["form_time"] as const)),
    ...(links.length > MAX_LINKS ? (["links"] as const) : []),
  ];
}

/** Only the applicant gets the secret. With it, a person of the shelter could act as the applicant. */
function forSender({ secret, ...application }: SentApplication, sender: Sender): SentApplication {
  return sender.kind !== "visitor" || secret === undefined ? application : { ...application, secret };
}

/** Inserts an application and enqueues its receipt. */
async function insert(
  tx: Transaction,
  sender: Sender,
  fields: SentFields & { retryHash: Uint8Array<ArrayBuffer> },
  suspicions: Suspicion[],
): Promise<SentApplication> {
  const [at, secret] = [new Date(now()), secretOf(fields.id)];
  const suspicious = suspicions.length > 0;
  const createdBy = authorText(sender.kind === "visitor" ? { kind: "applicant" } : sender);
  const row = await tx.application.create({
    data: {
      ...fields,
      suspicious,
      suspicions,
      secretHash: hashSecret(secret),
      createdBy,
      createdAt: at,
      changedAt: at,
    },
    select: { ...PUBLIC, ...RECIPIENT },
  });
  await sendReceipt(tx, row);
  return { ...(await toPublic(tx, row)), secret };
}

/**
 * Finds the application with this id. Returns null if there is none. Its secret is only for an applicant who sends it
 * again, not for staff who entered it.
 * @throws DomainError conflict when its content or its `retryToken` differs
 */
async function findSame(tx: Transaction, fields: SentFields, retryToken: string): Promise<SentApplication | null> {
  const earlier = await tx.application.findUnique({
    where: { id: fields.id },
    include: { pet: { select: { name: true } } },
  });
  if (!earlier) return null;
  const isSame = SENT.every((field) => earlier[field] === (fields[field] ?? null));
  if (!isSame || !fitsHash(retryToken, earlier.retryHash ?? undefined)) throw usedIdError();
  const sent = await toPublic(tx, earlier);
  if (earlier.createdBy !== authorText({ kind: "applicant" })) return sent;
  return { ...sent, secret: await renewSecret(tx, earlier) };
}

/** Returns the error for an id that was used before, for another application. */
const usedIdError = () => conflict("This id was used for another application");

/** Requires that the animal can still be adopted, and locks it until the transaction ends. */
async function requireAdoptable(tx: Transaction, petId: bigint): Promise<void> {
  const [pet] = await tx.$queryRaw<{ status: string }[]>`
    SELECT status::text AS status FROM pets WHERE id = ${petId} FOR SHARE`;
  if (!pet) throw new DomainError("not_found", NO_PET);
  if (pet.status === "sold") throw conflict("This animal has already been adopted");
}

/**
 * Charges the application of a visitor. Returns why it is suspicious: for what its form shows, or for more than usual.
 * @throws DomainError rate_limited
 */
async function chargeVisitor(
  tx: Transaction,
  { email, petId }: SentFields,
  address: string,
  shown: Suspicion[],
): Promise<Suspicion[]> {
  const limits = applicationLimits(email, address);
  const result = await chargeWithin(tx, limits);
  if ("retryAfterSeconds" in result) {
    const { retryAfterSeconds } = result;
    const message = `Too many applications. Try again in ${timeWords(retryAfterSeconds)}`;
    throw new DomainError("rate_limited", message, retryAfterSeconds);
  }
  const over = limits.filter(({ limit }, index) => isUnusual(result.charges[index]?.count ?? 0, limit));
  const suspicions = [...new Set([...shown, ...over.map(({ by }) => by)])];
  if (suspicions.length > 0) return suspicions;
  return (await countUp(tx, animalSubject(petId), HOUR_SECONDS)) > USUAL_FOR_ANIMAL ? ["animal"] : [];
}

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
