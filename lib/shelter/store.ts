import "server-only";
import * as z from "zod/mini";
import { isolate } from "@/lib/values/words";
import { type Actor, audited, changedDetails } from "../audit/store";
import { contentChanged, contentVersion, Recent } from "../concurrency/caches";
import { type Db, db } from "../database/client";
import { afterCommit } from "../database/transaction";
import { DomainError, type IfMatch, matches } from "../domain";
import { Prisma } from "../generated/prisma/client";
import { singleton } from "../process/singleton";
import { changedValues } from "../values/objects";
import { hoursText } from "./hours";
import { NewShelter, OpeningHours, type Shelter } from "./schema";

/** How long pages use a cached shelter, in milliseconds. Another process may change it without this one knowing. */
const FRESH_MS = 1_000;
const THE_ONE = { id: 1 } as const;

/** What pages show until the shelter has been read. */
const UNKNOWN: Shelter = NewShelter.parse({ name: "Animal shelter" });

/** The shelter and its version. */
type StoredShelter = { shelter: Shelter; version: bigint };

/** Reads the shelter, and holds what it read last. */
class Reader {
  last = UNKNOWN;
  readonly recent = new Recent(
    async () => {
      const { shelter } = await readStoredShelter();
      this.last = shelter;
      return shelter;
    },
    FRESH_MS,
    contentVersion,
  );
}
const reader = () => singleton("cached shelter", () => new Reader());

/** Reads what the shelter says about itself. */
export async function readStoredShelter(tx: Db = db()): Promise<StoredShelter> {
  const { id: _id, version, openingHours, ...shelter } = await tx.shelter.findUniqueOrThrow({ where: THE_ONE });
  // PostgreSQL does not keep the order of members. The schema restores it.
  return { shelter: { ...shelter, openingHours: z.nullable(OpeningHours).parse(openingHours) }, version };
}

/** Reads the shelter for pages and mail: at most a second old, and never older than the last change by this process. */
export function readShelter(): Promise<Shelter> {
  return reader().recent.get();
}

/** Returns the shelter for the frame of every page, as it was last read. Does not wait for the database. */
export async function recallShelter(): Promise<Shelter> {
  return readShelter().catch(() => reader().last);
}

/**
 * Replaces what the shelter says about itself. Replacing it with the same changes nothing and keeps the version.
 * @throws DomainError precondition_failed when the version is none of `ifMatch`
 */
export async function changeShelter(actor: Actor, input: NewShelter, ifMatch: IfMatch | null): Promise<StoredShelter> {
  const { after } = await audited(
    actor,
    async (tx) => {
      const before = await readStoredShelter(tx);
      if (!matches(ifMatch, before.version)) {
        throw new DomainError("precondition_failed", "The shelter was changed by somebody else. Read it again");
      }
      const changed = changedFields(before.shelter, input);
      if (changed.length === 0) return { before, after: before, changed };
      const version = before.version + 1n;
      await tx.shelter.update({
        where: THE_ONE,
        data: { ...input, openingHours: input.openingHours ?? Prisma.DbNull, version },
        select: THE_ONE_ID,
      });
      afterCommit(tx, contentChanged);
      return { before, after: { shelter: input, version }, changed };
    },
    ({ before, after: { shelter }, changed }) =>
      changed.length === 0
        ? null
        : {
            action: "shelter.change",
            subject: shelter.name,
            details: changedDetails(withHoursText(before.shelter), withHoursText(shelter), changed),
          },
  );
  return after;
}

const THE_ONE_ID = { id: true } as const;

const withHoursText = (shelter: Shelter) => ({
  ...shelter,
  openingHours: shelter.openingHours && hoursText(shelter.openingHours),
});

const changedFields = (before: Shelter, after: NewShelter) => Object.keys(changedValues(after, before) ?? {});

/** Returns the template for the titles of pages, which end with the name of the shelter. */
export async function titleTemplate(): Promise<string> {
  return `%s – ${isolate((await recallShelter()).name)}`;
}
