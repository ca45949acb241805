import "server-only";
import { LruMap } from "../../concurrency/caches";
import type { Statement } from "../../database/pg-private";
import { queryPrepared } from "../../database/prepared";
import { monotonic } from "../../process/clock";
import { singleton } from "../../process/singleton";
import { MINUTE_MS } from "../../values/time";
import { PET_COLUMNS } from "../columns";

/** How many ids a file of the sitemap covers. The format allows 50,000 URLs and 50 MB. */
const IDS_A_FILE = 10_000n;
const FRESH_MS = 10 * MINUTE_MS;
/** How many files are cached. Each takes up to a tenth of a megabyte. */
const CACHED_FILES = 32;

const LAST: Statement = {
  name: "pets_last_id",
  text: `SELECT id FROM pets ORDER BY ${PET_COLUMNS.replaceAll(",", " DESC,")} DESC LIMIT 1`,
};
/** The ids after $1 up to $2, read only from the covering index of the list. */
const FILE: Statement = {
  name: "pets_sitemap",
  text: `SELECT id FROM pets WHERE id > $1 AND id <= $2 AND status <> 'sold' ORDER BY ${PET_COLUMNS}`,
};

type Cached = { ids: Promise<string[]>; until: number };

/** Returns the numbers of the sitemap's files, from 1 on. */
export async function listSitemapFiles(): Promise<string[]> {
  const [last = "0"] = await cached("last", () => read(LAST, []));
  const count = (BigInt(last) + IDS_A_FILE - 1n) / IDS_A_FILE;
  return Array.from({ length: Number(count) }, (_, index) => String(index + 1));
}

/** Returns the ids of the animals in a file that are waiting for a home, or null if there is no such file. */
export async function findSitemapPets(file: string): Promise<string[] | null> {
  if (!/^[1-9]\d{0,14}$/.test(file) || !(await listSitemapFiles()).includes(file)) return null;
  const end = BigInt(file) * IDS_A_FILE;
  return cached(file, () => read(FILE, [String(end - IDS_A_FILE), String(end)]));
}

async function read(statement: Statement, values: string[]): Promise<string[]> {
  return (await queryPrepared(statement, values)).map(([id]) => id ?? "");
}

/** Caches an answer. Search engines ask often, and do not mind a delay of some minutes. */
function cached(key: string, readIds: () => Promise<string[]>): Promise<string[]> {
  const cache = singleton("cached sitemap", () => new LruMap<string, Cached>(CACHED_FILES));
  const known = cache.get(key);
  if (known && monotonic() < known.until) return known.ids;
  const ids = readIds();
  cache.set(key, { ids, until: monotonic() + FRESH_MS });
  ids.catch(() => cache.delete(key));
  return ids;
}
