import "server-only";
import * as z from "zod/mini";
import { isolate } from "@/lib/values/words";
import type { RecordedChanges } from "../audit/schema";
import { type Actor, audited, fieldsOf } from "../audit/store";
import { contentChanged, contentVersion, Recent } from "../concurrency/caches";
import { type Db, db } from "../database/client";
import { afterCommit, type Transaction } from "../database/transaction";
import { DomainError, type IfMatch, matches, type Versioned } from "../domain";
import { Prisma } from "../generated/prisma/client";
import { singleton } from "../process/singleton";
import { keysOf } from "../values/objects";
import { NewShelter, OpeningHours, Shelter } from "./schema";

/** How long pages use a cached shelter, in milliseconds. Another process may change it without this one knowing. */
const FRESH_MS = 1_000;
const THE_ONE = { id: 1 } as const;

/** What pages show until the shelter has been read. */
const UNKNOWN: Shelter = NewShelter.parse({ name: "Animal shelter" });

/** Reads the shelter, and holds what it read last. */
class Reader {
  last = UNKNOWN;
  readonly recent = new Recent(
    async () => {
      this.last = (await readStoredShelter()).data;
      return this.last;
    },
    FRESH_MS,
    contentVersion,
  );
}
const reader = () => singleton("cached shelter", () => new Reader());

/** Reads what the shelter says about itself. */
export async function readStoredShelter(tx: Db = db()): Promise<Versioned<Shelter>> {
  const { id: _id, version, openingHours, ...shelter } = await tx.shelter.findUniqueOrThrow({ where: THE_ONE });
  // PostgreSQL does not keep the order of members. The schema restores it.
  return { data: { ...shelter, openingHours: z.nullable(OpeningHours).parse(openingHours) }, etag: version };
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
export async function changeShelter(
  actor: Actor,
  input: NewShelter,
  ifMatch: IfMatch | null,
): Promise<Versioned<Shelter>> {
  const { after } = await audited(
    actor,
    async (tx) => {
      const before = await readStoredShelter(tx);
      if (!matches(ifMatch, before.etag)) {
        throw new DomainError("precondition_failed", "The shelter was changed by somebody else. Read it again");
      }
      return writeShelter(tx, before, input);
    },
    toChange,
  );
  return after;
}

/** Gives some fields earlier values. @throws DomainError forbidden when the actor is no longer an admin */
export async function restoreShelter(actor: Actor, earlier: Readonly<Record<string, unknown>>): Promise<void> {
  await audited(
    actor,
    async (tx) => {
      const before = await readStoredShelter(tx);
      return writeShelter(tx, before, Shelter.parse({ ...before.data, ...earlier }));
    },
    toChange,
  );
}

async function writeShelter(tx: Transaction, before: Versioned<Shelter>, shelter: Shelter) {
  const fields = fieldsOf(before.data, shelter);
  if (keysOf(fields).length === 0) return { after: before, fields };
  const version = before.etag + 1n;
  await tx.shelter.update({
    where: THE_ONE,
    data: { ...shelter, openingHours: shelter.openingHours ?? Prisma.DbNull, version },
    select: { id: true },
  });
  afterCommit(tx, contentChanged);
  return { after: { data: shelter, etag: version }, fields };
}

const toChange = ({ fields }: { fields: RecordedChanges }) =>
  keysOf(fields).length === 0
    ? null
    : ({ subject: "shelter", subjectId: String(THE_ONE.id), action: "shelter.change", fields } as const);

/** Returns the template for the titles of pages, which end with the name of the shelter. */
export async function titleTemplate(): Promise<string> {
  return `%s – ${isolate((await recallShelter()).name)}`;
}
