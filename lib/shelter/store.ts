import "server-only";
import { type Actor, audited } from "../audit/store";
import { monotonic } from "../clock";
import { contentChanged, contentVersion } from "../content-version";
import { type Db, db } from "../database/client";
import { afterCommit } from "../database/transaction";
import { DomainError } from "../domain-error";
import { type IfMatch, matches } from "../precondition";
import { singleton } from "../singleton";
import type { NewShelter, Shelter } from "./schema";

/** How long pages use what was read, in milliseconds: another process may change it without this one knowing. */
const FRESH_MS = 1_000;
const THE_ONE = { id: 1 } as const;

/** What pages say before the shelter could be read. */
const UNKNOWN: Shelter = {
  name: "Animal shelter",
  street: null,
  postalCode: null,
  city: null,
  country: null,
  telephone: null,
  email: null,
  openingHours: null,
  replyDays: null,
  about: null,
};

/** The shelter and the version of what it says. */
type Versioned = { shelter: Shelter; version: bigint };
type Cached = { read: Promise<Shelter>; at: number; version: number };
const cache = singleton("shelter", (): { current: Cached | null; last: Shelter } => ({ current: null, last: UNKNOWN }));

/** Reads what the shelter says about itself. */
export async function findShelter(tx: Db = db()): Promise<Versioned> {
  const { id: _id, version, ...shelter } = await tx.shelter.findUniqueOrThrow({ where: THE_ONE });
  return { shelter, version };
}

/** The same for pages and mail: at most a second old, and never older than the last change by this process. */
export function readShelter(): Promise<Shelter> {
  const { current } = cache;
  if (current && current.version === contentVersion() && monotonic() - current.at < FRESH_MS) return current.read;
  const read = findShelter().then(({ shelter }) => {
    cache.last = shelter;
    return shelter;
  });
  const cached = { read, at: monotonic(), version: contentVersion() };
  cache.current = cached;
  read.catch(() => {
    if (cache.current === cached) cache.current = null;
  });
  return read;
}

/** The same for the frame of every page, which is shown even without the database: then as it was last read. */
export async function recallShelter(): Promise<Shelter> {
  return readShelter().catch(() => cache.last);
}

/**
 * Replaces what the shelter says about itself. The same again changes nothing and keeps the version.
 * @throws DomainError precondition_failed when the version is none of `ifMatch`
 */
export async function changeShelter(actor: Actor, input: NewShelter, ifMatch: IfMatch | null): Promise<Versioned> {
  const { after } = await audited(
    actor,
    async (tx) => {
      const before = await findShelter(tx);
      if (!matches(ifMatch, before.version)) {
        throw new DomainError("precondition_failed", "The shelter was changed by somebody else. Read it again");
      }
      const changed = changedFields(before.shelter, input);
      if (changed.length === 0) return { after: before, changed };
      const version = before.version + 1n;
      await tx.shelter.update({ where: THE_ONE, data: { ...input, version }, select: THE_ONE_ID });
      afterCommit(tx, contentChanged);
      return { after: { shelter: input, version }, changed };
    },
    ({ after: { shelter }, changed }) =>
      changed.length === 0 ? null : { action: "shelter.change", subject: shelter.name, details: { changed } },
  );
  return after;
}

const THE_ONE_ID = { id: true } as const;

function changedFields(before: Shelter, after: NewShelter): string[] {
  const names = Object.keys(after) as (keyof Shelter)[];
  return names.filter((name) => after[name] !== before[name]);
}
