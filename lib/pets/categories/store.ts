import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { type Actor, audited, fieldsOf, lockAudited } from "../../audit/store";
import { contentChanged, contentVersion, Recent } from "../../concurrency/caches";
import { type Db, db } from "../../database/client";
import { afterCommit, type Transaction } from "../../database/transaction";
import { conflict, DomainError, type Versioned } from "../../domain";
import { singleton } from "../../process/singleton";
import { keysOf, mapValues } from "../../values/objects";
import { foldName } from "../../values/search";
import { knownKinds, learnKinds } from "../kinds";
import { type Category, type CategoryChange, MAX_CATEGORIES, type NewCategory, NO_CATEGORY } from "./schema";

/**
 * How long the known kinds are used, in milliseconds. Another process may change them without this one knowing. Cached
 * pages are up to 900 ms older, and nothing more than a second.
 */
const FRESH_MS = 100;
/** While the database does not answer, what names kinds waits for this long, in milliseconds. */
const MAX_WAIT_MS = 2_000;

const toVersioned = ({ version, ...data }: Category & { version: bigint }): Versioned<Category> => ({
  data,
  etag: version,
});

/** By their ids. */
export async function listCategories(tx: Db = db()): Promise<Category[]> {
  const rows = await tx.category.findMany({ orderBy: { id: "asc" } });
  return rows.map((row) => toVersioned(row).data);
}

/** @throws DomainError not_found */
export async function getCategory(id: bigint, tx: Db = db()) {
  const row = await tx.category.findUnique({ where: { id } });
  if (!row) throw new DomainError("not_found", NO_CATEGORY);
  return toVersioned(row);
}

/** Reads the kinds again before anything that names them. If that fails, those that are known stay. */
export async function refreshKinds(): Promise<void> {
  const wait = () => sleep(MAX_WAIT_MS, knownKinds(), { ref: false });
  const read = () => Promise.race<ReturnType<typeof knownKinds>>([listCategories(), wait()]);
  const recent = singleton("cached kinds", () => new Recent(read, FRESH_MS, contentVersion));
  const kinds = await recent.get().catch(() => null);
  if (kinds) learnKinds(kinds);
}

/** Until the end of the transaction, no category is changed. Returns its version. @throws DomainError not_found */
export async function lockCategory(tx: Transaction, id: bigint): Promise<bigint> {
  await lockAudited(tx);
  return (await getCategory(id, tx)).etag;
}

const ofCategory = (id: bigint) => ({ subject: "category", subjectId: String(id) }) as const;

/** @throws DomainError conflict when another kind has the name or the number, or there are too many */
export function createCategory(actor: Actor, input: NewCategory): Promise<Category> {
  return audited(
    actor,
    async (tx) => {
      const others = await listCategories(tx);
      const { name, plural = pluralOf(name), picture, words } = input;
      requireFree(others, name);
      if (others.length >= MAX_CATEGORIES) throw conflict(`There are ${MAX_CATEGORIES} kinds already`);
      const id = input.id ?? (await findFreeId(tx));
      const same = others.find((other) => other.id === id);
      if (same) throw conflict(`The number ${id} is that of the kind ${same.name}`);
      const category = { id, name, plural, slug: slugOf(name, id, others), picture, words };
      await tx.category.create({ data: category, select: { id: true } });
      afterCommit(tx, contentChanged);
      return category;
    },
    ({ id, slug: _, ...fields }) => ({ ...ofCategory(id), action: "category.create", fields: fieldsOf({}, fields) }),
  );
}

/**
 * A change to the current values does nothing.
 * @throws DomainError not_found; conflict when another kind has the name
 */
export async function changeCategory(actor: Actor, id: bigint, change: CategoryChange) {
  const { after } = await audited(
    actor,
    async (tx) => {
      const stored = await getCategory(id, tx);
      const { data: before, etag } = stored;
      const { name = before.name, plural = before.plural, picture = before.picture, words = before.words } = change;
      const wanted = { name, plural, picture, words };
      const fields = fieldsOf(before, wanted);
      if (keysOf(fields).length === 0) return { after: stored, fields };
      requireFree(
        (await listCategories(tx)).filter((other) => other.id !== id),
        name,
      );
      const row = await tx.category.update({ where: { id }, data: { ...wanted, version: etag + 1n } });
      afterCommit(tx, contentChanged);
      return { after: toVersioned(row), fields };
    },
    ({ fields }) => (keysOf(fields).length === 0 ? null : { ...ofCategory(id), action: "category.change", fields }),
  );
  return after;
}

/** Undoes the addition: animals that have its number keep it. @throws DomainError not_found */
export async function removeCategory(actor: Actor, id: bigint): Promise<void> {
  await audited(
    actor,
    async (tx) => {
      const { id: _, slug: __, ...before } = (await getCategory(id, tx)).data;
      await tx.category.delete({ where: { id }, select: { id: true } });
      afterCommit(tx, contentChanged);
      return fieldsOf(
        before,
        mapValues(before, () => null),
      );
    },
    (fields) => ({ ...ofCategory(id), action: "category.remove", fields }),
  );
}

/** Two kinds cannot have names that differ only in their case or accents. @throws DomainError conflict */
function requireFree(others: readonly Category[], name: string): void {
  const same = others.find((other) => foldName(other.name) === foldName(name));
  if (same) throw conflict(`There is a kind ${same.name} already`);
}

const MAX_LOOKED_AT = 10_000;

/** Returns a small number that neither a kind nor an animal has. OFFSET 0 keeps PostgreSQL from reading all animals. */
async function findFreeId(tx: Transaction): Promise<bigint> {
  const [free] = await tx.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM generate_series(1, ${MAX_LOOKED_AT}::bigint) AS number (id)
    WHERE NOT EXISTS (SELECT FROM categories WHERE categories.id = number.id)
      AND NOT EXISTS (SELECT FROM pets WHERE category_id = number.id OFFSET 0)
      AND NOT EXISTS (SELECT FROM removed_pets WHERE category_id = number.id OFFSET 0) LIMIT 1`;
  if (!free) throw conflict("Choose a number for this kind");
  return free.id;
}

function pluralOf(name: string): string {
  const noun = name.toLowerCase();
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** A name without Latin letters, or one whose letters another kind has, gives way to the number. */
function slugOf(name: string, id: bigint, others: readonly Category[]): string {
  const slug = foldName(name)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return slug === "" || others.some((other) => other.slug === slug) ? `kind_${id}` : slug;
}
