import "server-only";
import { now } from "../clock";
import { inTransaction, type Transaction } from "../database/transaction";
import { DomainError } from "../domain-error";
import { chargeWithin } from "../limits/window-store";
import { NO_PET } from "../pets/schema";
import { timeWords } from "../time-words";
import { isPlausible } from "./form-token";
import { applicationLimits } from "./limits";
import { RECIPIENT, sendReceipt } from "./mail-store";
import { PUBLIC, toPublic } from "./related-store";
import type { NewApplication, SentApplication } from "./schema";
import { hashSecret, secretOf } from "./secret";
import { renewSecret } from "./secret-store";

/** Who sends an application: a visitor from an address ("unknown" without one), or a signed-in person. */
export type Sender = { kind: "visitor"; address: string } | { kind: "person" };

/** What is stored of what an applicant sends. */
const SENT = ["petId", "name", "email", "telephone", "home", "otherPets", "message"] as const;
type Fields = Pick<NewApplication, "id" | (typeof SENT)[number]>;

/**
 * Stores an application and enqueues its receipt. The same application sent again, by its id, is not stored again: the
 * result is then that of the first time. What may be spam is stored in a folder of its own and gets no receipt.
 * @throws DomainError not_found when there is no such animal; conflict when the animal is sold, or the id came with
 * another application before; rate_limited
 */
export function createApplication(sender: Sender, input: NewApplication): Promise<SentApplication> {
  const { consent: _agreed, homepage, formToken, ...fields } = input;
  return inTransaction(async (tx) => {
    // The same application sent twice at the same moment: the second waits here, and then finds the first.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`application ${fields.id}`}, 0))`;
    const known = await findSame(tx, fields, sender);
    if (known) return known;
    // Before the animal is locked: what is refused waits for nobody, and nobody waits for it.
    const unusual = sender.kind === "visitor" && (await isUnusual(tx, fields, sender.address));
    await requireAdoptable(tx, fields.petId);
    const automatic = sender.kind === "visitor" && ((homepage ?? "") !== "" || !isPlausible(formToken));
    const sent = await store(tx, fields, unusual || automatic);
    return forSender(sent, sender);
  });
}

/** Only the applicant learns the secret: with it, a person of the shelter could act as the applicant. */
function forSender({ secret, ...application }: SentApplication, sender: Sender): SentApplication {
  return sender.kind === "person" || secret === undefined ? application : { ...application, secret };
}

async function store(tx: Transaction, fields: Fields, suspicious: boolean): Promise<SentApplication> {
  const [at, secret] = [new Date(now()), secretOf(fields.id)];
  const row = await tx.application.create({
    data: { ...fields, suspicious, secretHash: hashSecret(secret), createdAt: at, changedAt: at },
    select: { ...PUBLIC, ...RECIPIENT },
  });
  await sendReceipt(tx, row);
  return { ...(await toPublic(tx, row)), secret };
}

/** The application with this id; null when there is none. @throws DomainError conflict when it is not the same */
async function findSame(tx: Transaction, fields: Fields, sender: Sender): Promise<SentApplication | null> {
  const known = await tx.application.findUnique({
    where: { id: fields.id },
    include: { pet: { select: { name: true } } },
  });
  if (!known) return null;
  if (SENT.some((field) => known[field] !== (fields[field] ?? null))) {
    throw new DomainError("conflict", "This id was used for another application");
  }
  const secret = await renewSecret(tx, known);
  return forSender({ ...(await toPublic(tx, known)), secret }, sender);
}

/** Requires that the animal can still be adopted, and locks it until the transaction ends. */
async function requireAdoptable(tx: Transaction, petId: bigint): Promise<void> {
  const [pet] = await tx.$queryRaw<{ status: string }[]>`
    SELECT status::text AS status FROM pets WHERE id = ${petId} FOR SHARE`;
  if (!pet) throw new DomainError("not_found", NO_PET);
  if (pet.status === "sold") throw new DomainError("conflict", "This animal has already been adopted");
}

/** Counts an application; whether there are more like it than usual. @throws DomainError rate_limited */
async function isUnusual(tx: Transaction, fields: Fields, address: string): Promise<boolean> {
  const limits = applicationLimits(fields, address);
  const charged = await chargeWithin(tx, limits);
  if (!Array.isArray(charged)) {
    const { retryAfterSeconds } = charged;
    const message = `Too many applications. Try again in ${timeWords(retryAfterSeconds)}.`;
    throw new DomainError("rate_limited", message, retryAfterSeconds);
  }
  return limits.some(({ usual }, index) => (charged[index]?.count ?? 0) > usual);
}
