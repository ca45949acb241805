import { dirname } from "node:path";
import pg from "pg";
import { encodeCursor } from "@/lib/values/cursor";
import { type Case, CONTENDERS, measure, type Setting } from "./measure";
import { start } from "./processes";
import type { Row } from "./report";
import { writeLists } from "./workload";

/** How many of the newest animals get a profile and photos. */
const PROFILES = 100_000;
/** How many animals get a rare name. */
const RARE = 20;
/** How many different requests of each kind are sent in turn. */
const VARIETY = 500;
/** So many that the profiles of all their animals are more than the service caches. */
const GREAT_VARIETY = 4_000;
/** How many animals the cursors are taken from. */
const PLACES = 5_000;
type Place = { id: string; kind: string; status: string; has_profile: boolean };
const MAX_ROUNDS = 3;
const MAX_SECONDS = 2;

const KINDS = [1, 2, 3, 4, 5, 6, 7, 8];
const STATUSES = ["available", "pending", "sold"];
const COMMON = ["bella", "Lun", "ooper", "MILO", "ginger", "hazel"];
const nth = <T>(values: readonly T[], index: number) => values[index % values.length];

/**
 * A workload. `query` returns the query of a request by its number. The requests start anywhere in the list, or where
 * it says: at animals with a profile, or only on the first page.
 */
type Lists = { title: string; query(index: number): string; start?: "profiles" | "first"; variety?: number };

/** The parts of this file, by their names for `--only`. */
const PARTS: Readonly<Record<string, readonly Lists[]>> = {
  kinds: [
    { title: "list by kind", query: (index) => `categoryId=${nth(KINDS, index)}` },
    {
      title: "list by kind and status",
      query: (index) => `categoryId=${nth(KINDS, index)}&status=${nth(STATUSES, Math.floor(index / KINDS.length))}`,
    },
    {
      title: "list by 20 ids",
      query: (index) => `ids=${Array.from({ length: 20 }, (_, one) => 1 + index + 97 * one)}`,
    },
  ],
  profiles: [
    { title: "list, include=profile", query: () => "include=profile", start: "profiles" },
    {
      title: "list, profiles that are not cached",
      query: () => "include=profile",
      start: "profiles",
      variety: GREAT_VARIETY,
    },
    { title: "list, include=version", query: () => "include=version" },
    { title: "filter, common", query: () => "sex=female", start: "first" },
    {
      title: "filter, rare",
      query: () => "size=extra_large&ageGroup=baby&goodWith=children,dogs,cats",
      start: "first",
    },
    { title: "filter, nothing", query: () => "size=small&ageGroup=senior&status=sold", start: "first" },
  ],
  search: [
    { title: "search, common name", query: (index) => `q=${nth(COMMON, index)}`, start: "first" },
    { title: "search, rare name", query: (index) => `q=zebulon%20${index % RARE}`, start: "first" },
    { title: "search, absent name", query: (index) => `q=qwertz${index}`, start: "first" },
    {
      title: "search, one or two letters",
      query: (index) => `q=${nth(["b", "be", "z", "qq", "%D0%BC"], index)}`,
      start: "first",
    },
    {
      title: "search, name and kind",
      query: (index) => `q=bella&categoryId=${nth(KINDS, index)}&status=sold`,
      start: "first",
    },
  ],
};

/** Compares finding animals with the plain list: by kind, with profiles, by profile, by name; and counts. */
export async function measureFinding(wants: (part: string) => boolean, setting: Setting, url: string): Promise<Row[]> {
  const lists = Object.entries(PARTS).flatMap(([part, workloads]) => (wants(part) ? workloads : []));
  if (lists.length === 0 && !wants("counts")) return [];
  const places = await addProfilesAndNames(url, setting.animals);
  const profiled = places.filter((place) => place.has_profile);
  const folder = dirname(setting.workloads.list.script);
  const running = await start([...CONTENDERS.service], setting.environment);
  const caseOf = (title: string, paths: string[]): Case => ({
    name: "service",
    running,
    workload: writeLists(folder, setting.key, title, paths),
  });
  const limits = {
    rounds: Math.min(setting.rounds, MAX_ROUNDS),
    seconds: Math.min(setting.seconds, MAX_SECONDS),
  };
  const casesOf = (some: readonly Lists[]) =>
    some.map(({ title, query, start, variety }) =>
      caseOf(title, start === "first" ? firstPages(query) : pathsOf(query, start ? profiled : places, variety)),
    );
  try {
    const beside = [
      caseOf(
        "list, beside finding",
        pathsOf(() => "", places),
      ),
      ...casesOf(lists.filter(({ variety }) => variety === undefined)),
      ...(wants("counts") ? [caseOf("counts", ["/v1/pets/counts"])] : []),
    ];
    // Afterwards, because it displaces what the service has cached.
    const apart = casesOf(lists.filter(({ variety }) => variety !== undefined));
    return [
      ...(await measure({ ...setting, ...limits }, beside)),
      ...(await measure({ ...setting, ...limits }, apart)),
    ];
  } finally {
    await running.stop();
  }
}

/** Three in four requests start at an animal of the list, one in four at the first page, as in the other workloads. */
function pathsOf(query: (index: number) => string, places: readonly Place[], variety = VARIETY): string[] {
  return Array.from({ length: variety }, (_, index) => {
    const search = new URLSearchParams(query(index));
    const [kind, status] = [search.get("categoryId"), search.get("status")];
    const inList = places.filter(
      (place) => place.kind === (kind ?? place.kind) && place.status === (status ?? place.status),
    );
    const id = inList[(index * 7_919) % inList.length]?.id;
    if (index % 4 > 0 && id !== undefined && !search.has("ids"))
      search.set("cursor", encodeCursor({ direction: "older", id: BigInt(id) }));
    return `/v1/pets?limit=20&${search}`;
  });
}

function firstPages(query: (index: number) => string): string[] {
  return Array.from({ length: VARIETY }, (_, index) => `/v1/pets?limit=20&${query(index)}`);
}

/**
 * Gives the newest animals profiles and photos, and a few evenly spread ones a rare name. Returns places in the list.
 */
async function addProfilesAndNames(url: string, animals: number): Promise<Place[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO pet_profiles
       SELECT id, repeat('Likes long walks. ', 20), (ARRAY['female', 'male'])[1 + id % 2], (2010 + id % 16)::text,
         (ARRAY['small', 'medium', 'large', 'extra_large'])[1 + id % 4], id % 3 = 0, id % 5 = 0, id % 7 = 0
       FROM pets WHERE id > $1 AND id <= $2 ON CONFLICT DO NOTHING`,
      [animals - PROFILES, animals],
    );
    await client.query("INSERT INTO photo_files (hash, w320, w640, w1280, card) VALUES ('a', '', '', '', '')");
    await client.query(
      `INSERT INTO photos (pet_id, hash, position, alt, width, height)
       SELECT pet_id, 'a', position, 'On the grass', 1280, 960 FROM pet_profiles, generate_series(0, pet_id % 3) AS position`,
    );
    await client.query(
      "UPDATE pets SET name = 'Zebulon ' || n FROM generate_series(0, $2::int - 1) AS n WHERE id = 1 + n * ($1::int / $2::int)",
      [animals, RARE],
    );
    await client.query("VACUUM ANALYZE pets");
    await client.query("VACUUM ANALYZE pet_profiles");
    await client.query("VACUUM ANALYZE photos");
    const places = await client.query<Place>(
      `(SELECT id::text, category_id::text AS kind, status::text, false AS has_profile FROM pets ORDER BY random() LIMIT $1)
       UNION ALL
       (SELECT id::text, category_id::text, status::text, true FROM pets JOIN pet_profiles ON pet_id = id
        ORDER BY random() LIMIT $1)`,
      [PLACES],
    );
    return places.rows;
  } finally {
    await client.end();
  }
}
