import "server-only";
import type { Consent } from "../../adoptions/applications-store";
import { adopt } from "../../adoptions/store";
import { NEXT_PET_STATUSES } from "../../adoptions/transitions";
import type { RecordedChanges } from "../../audit/schema";
import { fieldsOf } from "../../audit/store";
import { inTransaction, type Transaction } from "../../database/transaction";
import { type Author, conflict, DomainError, type IfMatch, matches } from "../../domain";
import { Prisma } from "../../generated/prisma/client";
import { chunksOf, keysOf } from "../../values/objects";
import type { Care, CareChange } from "../care/schema";
import { careOf, readCares, writeCare } from "../care/store";
import type { VersionedPet } from "../columns";
import type { NamedFacts } from "../facts";
import { type NewProfile, withNamed } from "../profile/schema";
import { profileOf, readProfiles, writeProfiles } from "../profile/store";
import { NO_PET, type PetChange } from "../schema";
import { changeAllAndRecord, type LockedPet, orderedError, staleError } from "./record-store";

/** Animals in one statement, which is far below the time limit of a statement. */
const CHUNK = 500;

/** What is not named stays. */
export type WantedChange = {
  id: bigint;
  ifMatch: IfMatch | null;
  change: PetChange;
  profile?: NamedFacts;
  care?: CareChange;
};

type Named = LockedPet & { id: bigint };

/** What becomes of a locked animal. Without `fields` it has these values already, and keeps its version. */
export type Judged = {
  pet: Named;
  before: Named;
  profile: NewProfile | null;
  care: CareChange | null;
  fields: RecordedChanges;
};

export const isChange = ({ fields }: Judged) => keysOf(fields).length > 0;

export const isAllowed = (judged: Judged | DomainError): judged is Judged => !(judged instanceof DomainError);

/** Those that become sold, or were. */
export const soldOf = (judged: readonly Judged[], when: "pet" | "before") =>
  judged.filter((one) => one.pet.status !== one.before.status && one[when].status === "sold").map(({ pet }) => pet.id);

/**
 * Locks animals, in the order of their ids, and says for each change what it does or why it is refused: not_found,
 * precondition_failed, or conflict when the status cannot become the wanted one. Without `locks` it only foresees that.
 */
export async function judgeChanges(
  tx: Transaction,
  wanted: readonly WantedChange[],
  { locks = true } = {},
): Promise<(Judged | DomainError)[]> {
  const rows = await tx.$queryRaw<Locked[]>`
    WITH found AS MATERIALIZED (
      SELECT * FROM pets WHERE id = ANY (${wanted.map(({ id }) => id)}::bigint[])
      ${locks ? Prisma.sql`ORDER BY id FOR NO KEY UPDATE` : Prisma.empty}
    )
    SELECT id, name, category_id AS "categoryId", status::text AS status, version, pet_has_open_order(id) AS "isOrdered"
    FROM found`;
  const found = new Map(rows.map((pet) => [pet.id, pet]));
  const profiles = await readProfiles(
    tx,
    wanted.flatMap(({ id, profile }) => (profile ? [id] : [])),
  );
  const cares = await readCares(
    tx,
    wanted.flatMap(({ id, care }) => (care ? [id] : [])),
  );
  return wanted.map((one) => {
    const pet = found.get(one.id);
    if (!pet) return new DomainError("not_found", NO_PET);
    return refusalOf(one, pet) ?? judge(one, pet, profileOf(profiles, one.id), careOf(cares, one.id));
  });
}

type Locked = Named & { isOrdered: boolean };

function refusalOf({ ifMatch, change: { status } }: WantedChange, pet: Locked): DomainError | null {
  if (!matches(ifMatch, pet.version)) return staleError();
  if (status === undefined || status === pet.status) return null;
  if (pet.isOrdered && status !== "sold") return orderedError();
  if (NEXT_PET_STATUSES[pet.status].includes(status)) return null;
  return conflict(`An animal that is ${pet.status} cannot become ${status}. Make it available first`);
}

function judge({ change, profile: named, care = {} }: WantedChange, before: Locked, current: NewProfile, known: Care) {
  const profile = named ? withNamed(current, named) : current;
  const members = fieldsOf(current, profile);
  const caredFor = fieldsOf(known, care);
  const fields = { ...fieldsOf(before, change), ...members, ...caredFor };
  const { isOrdered: _, ...pet } = before;
  const version = keysOf(fields).length > 0 ? pet.version + 1n : pet.version;
  return {
    pet: { ...pet, ...change, version },
    before,
    profile: keysOf(members).length > 0 ? profile : null,
    care: keysOf(caredFor).length > 0 ? care : null,
    fields,
  };
}

/**
 * Makes changes of locked animals, and what follows for adoptions. `onChunk` runs after each statement.
 * @throws DomainError confirmation_required; conflict when another animal has a reference
 */
export async function makeChanges(
  tx: Transaction,
  author: Author,
  judged: readonly Judged[],
  consent?: Consent,
  onChunk = () => {},
): Promise<void> {
  const changed = judged.filter(isChange);
  for (const chunk of chunksOf(changed, CHUNK)) {
    const rows = chunk.map(({ pet, fields }) => ({
      petId: pet.id,
      action: "changed" as const,
      changes: fields,
      set: pet,
    }));
    await changeAllAndRecord(tx, author, rows);
    await writeProfiles(tx, new Map(chunk.flatMap(({ pet, profile }) => (profile ? [[pet.id, profile]] : []))));
    await writeCare(tx, new Map(chunk.flatMap(({ pet, care }) => (care ? [[pet.id, care]] : []))));
    onChunk();
  }
  const [sold, returned] = [soldOf(changed, "pet"), soldOf(changed, "before")];
  if (sold.length + returned.length > 0) await adopt(tx, author, { sold, returned }, consent);
}

/**
 * Makes those changes that can be made, or all or none, as one change set. Null: another change prevented it.
 * @throws DomainError confirmation_required
 */
export function changePets(
  author: Author,
  wanted: readonly WantedChange[],
  isAllOrNothing: boolean,
  consent?: Consent,
): Promise<(VersionedPet | DomainError | null)[]> {
  return inTransaction(async (tx) => {
    const judged = await judgeChanges(tx, wanted);
    const allowed = judged.filter(isAllowed);
    const isPrevented = isAllOrNothing && allowed.length < judged.length;
    if (!isPrevented) await makeChanges(tx, author, allowed, consent);
    return judged.map((one) => {
      if (!isAllowed(one)) return one;
      return isPrevented && isChange(one) ? null : one.pet;
    });
  });
}
