import "server-only";
import { OPEN_STATUSES } from "../applications/status";
import type { Transaction } from "../database/transaction";
import { DomainError } from "../domain";
import { encodeJson } from "../http/json";
import { isMailOn } from "../mail/store";
import { signatureOf } from "../process/settings";
import { type Confirmation, MAX_NAMES } from "./consequences";

/** The header Confirm, `*` for any consequences, and whether the caller may see the names of applicants. */
export type Consent = { confirm: string | null; seesNames: boolean };

export const TO_ANYTHING: Consent = { confirm: "*", seesNames: false };

/**
 * Checks that the caller agrees to what follows if animals become sold and these orders are completed. A token stands
 * for exactly these consequences: one more applicant is another token. Lock the animals first.
 * @throws DomainError confirmation_required
 */
export async function requireConsent(
  tx: Transaction,
  petIds: readonly bigint[],
  orderIds: readonly bigint[],
  { confirm, seesNames }: Consent,
): Promise<void> {
  if (confirm === "*") return;
  const declined = await readDeclined(tx, petIds);
  if (confirm === null && declined.count + orderIds.length === 0) return;
  const mails = isMailOn() ? declined.addresses : 0;
  const content = encodeJson([declined.count, declined.fingerprint, orderIds, mails]);
  const token = signatureOf("confirm", content);
  if (confirm === token) return;
  const adopters = await tx.application.findMany({
    where: { orderId: { in: [...orderIds] } },
    select: { name: true },
    orderBy: { orderId: "asc" },
    take: MAX_NAMES,
  });
  const people = (count: number, names: string[]) => ({ count, ...(seesNames && { names }) });
  const asked: Confirmation = {
    consequences: {
      declines: people(declined.count, declined.names),
      handsOver: people(
        orderIds.length,
        adopters.map(({ name }) => name),
      ),
      mails,
    },
    confirm: token,
  };
  throw new DomainError("confirmation_required", CONSEQUENCES, undefined, asked);
}

const CONSEQUENCES = "This has consequences for applications or adoptions. To accept them, send it again with Confirm";

type Declined = { count: number; addresses: number; fingerprint: string; names: string[] };

/** However many there are, this returns a few names and a hash of all ids. */
async function readDeclined(tx: Transaction, petIds: readonly bigint[]): Promise<Declined> {
  const [declined] = await tx.$queryRaw<Declined[]>`
    WITH declined AS (
      SELECT id, pet_id, number, name, email FROM applications
      WHERE pet_id = ANY (${petIds.map(String)}::bigint[]) AND NOT suspicious
        AND status = ANY (${[...OPEN_STATUSES]}::"ApplicationStatus"[])
    )
    SELECT count(*)::int AS count, count(email)::int AS addresses,
      coalesce(md5(string_agg(id::text, ',' ORDER BY id)), '') AS fingerprint,
      ARRAY(SELECT name::text FROM declined ORDER BY pet_id, number LIMIT ${MAX_NAMES}) AS names
    FROM declined`;
  return declined ?? { count: 0, addresses: 0, fingerprint: "", names: [] };
}
