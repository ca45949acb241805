import "server-only";
import { type Author, authorText } from "../../author";
import { Batcher } from "../../concurrency/batcher";
import { contentChanged } from "../../content-version";
import { requireCommits, writePool } from "../../database/commits";
import type { Row } from "../../database/pg-private";
import { changePrepared } from "../../database/prepared";
import { afterCommit, inTransaction } from "../../database/transaction";
import { conflict, DomainError } from "../../domain-error";
import type { IfMatch } from "../../precondition";
import { INT64_MAX } from "../../values/int64";
import { IN_BATCHES } from "../batches";
import { arrayText, CHANGEABLE_FIELDS, toVersionedPet, type VersionedPet } from "../columns";
import { NO_PET, type PetChange } from "../schema";
import { PATCH, PATCH_COLUMNS } from "./patch-statement";
import { type AfterAdoption, orderedError, staleError } from "./record-store";

/** A change that somebody wants to make, and the versions of the animal that it may be made in. */
export type WantedChange = { author: Author; id: bigint; ifMatch: IfMatch | null; change: PetChange };

/** The animal afterwards, why it was not changed, or null if another change of the batch prevented it. */
export type ChangeOutcome = VersionedPet | DomainError | null;

/**
 * Changes an animal. Setting its current values changes nothing. Concurrent changes of different animals share a
 * statement, except those that make an animal sold, which are rare and have consequences.
 * @throws DomainError not_found; precondition_failed; conflict when its status cannot become the wanted one
 */
export async function changePet(wanted: WantedChange, afterAdoption: AfterAdoption): Promise<VersionedPet> {
  requireCommits();
  const outcome = wantsSold(wanted)
    ? (await changeWithAdoptions([wanted], false, afterAdoption))[0]
    : await singleChanges.add(wanted);
  if (!outcome) throw new TypeError("a change on its own does not depend on others");
  if (outcome instanceof DomainError) throw outcome;
  return outcome;
}

/**
 * Makes changes of different animals: those that can be made, or all or none. Returns the outcome of each, in order.
 */
export async function changePets(
  wanted: readonly WantedChange[],
  isAllOrNothing: boolean,
  afterAdoption: AfterAdoption,
): Promise<ChangeOutcome[]> {
  if (wanted.length === 0) return [];
  return wanted.some(wantsSold)
    ? changeWithAdoptions(wanted, isAllOrNothing, afterAdoption)
    : changeOnPool(wanted, isAllOrNothing);
}

const wantsSold = ({ change }: WantedChange) => change.status === "sold";

/** Makes changes that make no animal sold, on a connection of the pool, so that single changes do not wait for them. */
async function changeOnPool(wanted: readonly WantedChange[], isAllOrNothing: boolean): Promise<ChangeOutcome[]> {
  const values = valuesOf(wanted, isAllOrNothing);
  const { rows } = await writePool().query<(string | null)[]>({ ...PATCH, values, rowMode: "array" });
  return madeChanges(wanted, rows);
}

/** Makes single changes that arrived at the same time. None of them makes an animal sold. */
const changeBatched = async (wanted: readonly WantedChange[]): Promise<ChangeOutcome[]> =>
  madeChanges(wanted, await changePrepared(PATCH, valuesOf(wanted, false)));

/** Returns the outcomes of committed changes, after which cached pages are outdated. */
function madeChanges(wanted: readonly WantedChange[], rows: readonly Row[]): ChangeOutcome[] {
  if (rows.some(isChanged)) contentChanged();
  return outcomesOf(wanted, rows);
}

/** Makes changes, with the consequences of those that make an animal sold, in one transaction. */
function changeWithAdoptions(
  wanted: readonly WantedChange[],
  isAllOrNothing: boolean,
  afterAdoption: AfterAdoption,
): Promise<ChangeOutcome[]> {
  return inTransaction(async (tx) => {
    const found = await tx.$queryRawUnsafe<Record<string, unknown>[]>(PATCH.text, ...valuesOf(wanted, isAllOrNothing));
    const adoptions = found
      .filter(({ outcome, earlier_status, wanted_status }) => {
        return outcome === "changed" && earlier_status !== "sold" && wanted_status === "sold";
      })
      .flatMap(({ place }) => wanted[Number(place) - 1] ?? [])
      .map(({ id, author }) => ({ petId: id, author }));
    if (adoptions.length > 0) await afterAdoption(tx, adoptions);
    const rows = found.map(toRow);
    if (rows.some(isChanged)) afterCommit(tx, contentChanged);
    return outcomesOf(wanted, rows);
  });
}

/** Returns the strings of a row that Prisma has read, in the order of the statement's columns. */
const toRow = (found: Readonly<Record<string, unknown>>): Row =>
  PATCH_COLUMNS.map((name) => (found[name] === null ? null : String(found[name])));

/** Returns the values of the statement, as PostgreSQL reads them. */
const valuesOf = (wanted: readonly WantedChange[], isAllOrNothing: boolean): string[] => [
  String(isAllOrNothing),
  arrayText(wanted.map(({ id }) => String(id))),
  arrayText(wanted.map(({ ifMatch }) => versionsText(ifMatch))),
  arrayText(wanted.map(({ author }) => authorText(author))),
  ...CHANGEABLE_FIELDS.map(({ field }) => arrayText(wanted.map(({ change }) => change[field]?.toString() ?? null))),
];

/** Whether a row of the statement belongs to a change that was made. */
const isChanged = ([, outcome]: Row) => outcome === "changed";

function outcomesOf(wanted: readonly WantedChange[], rows: readonly Row[]): ChangeOutcome[] {
  const found = new Map(rows.map(([place, ...row]) => [Number(place), row]));
  return wanted.map((_, index) => toOutcome(found.get(index + 1)));
}

/** Makes the changes that arrive at the same time in one statement, because each commit waits for the disk. */
const singleChanges = new Batcher<WantedChange, ChangeOutcome>(changeBatched, {
  ...IN_BATCHES,
  keyOf: ({ id }) => id,
});

/** Returns the versions as the text of a PostgreSQL array, or null for any version. */
function versionsText(ifMatch: IfMatch | null): string | null {
  return ifMatch === null || ifMatch === "*"
    ? null
    : `{${ifMatch.filter((version) => version <= INT64_MAX).join(",")}}`;
}

function toOutcome(row: Row | undefined): ChangeOutcome {
  if (!row) return new DomainError("not_found", NO_PET);
  const [kind, status, wantedStatus, ...pet] = row;
  switch (kind) {
    case "stale":
      return staleError();
    case "ordered":
      return orderedError();
    case "transition":
      return conflict(`An animal that is ${status} cannot become ${wantedStatus}. Make it available first`);
    case "prevented":
      return null;
    case "same":
    case "changed":
      return toVersionedPet(pet);
    default:
      throw new Error(`The outcome of a change is unknown: ${kind}`);
  }
}
