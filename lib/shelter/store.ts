import "server-only";
import * as z from "zod/mini";
import { isolate } from "@/lib/values/words";
import { type Actor, audited, fieldsOf, lockAudited } from "../audit/store";
import { contentChanged, contentVersion, Recent } from "../concurrency/caches";
import { type Db, db } from "../database/client";
import { afterCommit, type Transaction } from "../database/transaction";
import type { Versioned } from "../domain";
import { Prisma } from "../generated/prisma/client";
import { singleton } from "../process/singleton";
import { keysOf } from "../values/objects";
import { NewShelter, OpeningHours, Shelter } from "./schema";

/** How long pages use a cached shelter, in milliseconds. Another process may change it without this one knowing. */
const FRESH_MS = 1_000;
const THE_ONE = { id: 1 } as const;

/** What pages show until the shelter has been read. */
const UNKNOWN: Shelter = NewShelter.parse({ name: "Animal shelter" });

/** `last` is what was read last. */
const cached = () =>
  singleton("cached shelter", () => ({
    recent: new Recent(() => readStoredShelter(), FRESH_MS, contentVersion),
    last: UNKNOWN,
  }));

/** Reads what the shelter says about itself. */
export async function readStoredShelter(tx: Db = db()): Promise<Versioned<Shelter>> {
  const { id: _id, version, openingHours, ...shelter } = await tx.shelter.findUniqueOrThrow({ where: THE_ONE });
  // PostgreSQL does not keep the order of members. The schema restores it.
  return { data: { ...shelter, openingHours: z.nullable(OpeningHours).parse(openingHours) }, etag: version };
}

/** Reads the shelter for pages and mail: at most a second old, and never older than the last change by this process. */
export async function readShelter(): Promise<Shelter> {
  const held = cached();
  held.last = (await held.recent.get()).data;
  return held.last;
}

/** Returns the shelter for the frame of every page. Without the database, as it was last read. */
export async function recallShelter(): Promise<Shelter> {
  return readShelter().catch(() => cached().last);
}

/** Until the end of the transaction, the shelter is not changed. Returns its version. */
export async function lockShelter(tx: Transaction): Promise<bigint> {
  await lockAudited(tx);
  return (await readStoredShelter(tx)).etag;
}

/** Changes some or all of what the shelter says about itself. A change to the same does nothing. */
export async function changeShelter(
  actor: Actor,
  change: Readonly<Record<string, unknown>>,
): Promise<Versioned<Shelter>> {
  const { after } = await audited(
    actor,
    async (tx) => {
      const before = await readStoredShelter(tx);
      const shelter = Shelter.parse({ ...before.data, ...change });
      const fields = fieldsOf(before.data, shelter);
      if (keysOf(fields).length === 0) return { after: before, fields: null };
      const version = before.etag + 1n;
      const data = { ...shelter, openingHours: shelter.openingHours ?? Prisma.DbNull, version };
      await tx.shelter.update({ where: THE_ONE, data, select: { id: true } });
      afterCommit(tx, contentChanged);
      return { after: { data: shelter, etag: version }, fields };
    },
    ({ fields }) => fields && { subject: "shelter", subjectId: String(THE_ONE.id), action: "shelter.change", fields },
  );
  return after;
}

/** Returns the template for the titles of pages, which end with the name of the shelter. */
export async function titleTemplate(): Promise<string> {
  return `%s – ${isolate((await recallShelter()).name)}`;
}
