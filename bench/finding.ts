import { dirname } from "node:path";
import pg from "pg";
import { encodeCursor } from "@/lib/cursor";
import { type Case, CONTENDERS, measure, type Setting } from "./measure";
import { start } from "./processes";
import type { Row } from "./report";
import { writeLists } from "./workload";

/** How many of the newest animals get a profile. */
const PROFILES = 100_000;
/** How many animals get a rare name. */
const RARE = 20;
/** How many different requests of each kind are sent in turn. */
const VARIETY = 500;
/** How many animals the cursors are taken from. */
const PLACES = 5_000;
type Place = { id: string; kind: string; status: string };
const MOST_ROUNDS = 3;
const MOST_SECONDS = 2;

const KINDS = [1, 2, 3, 4, 5, 6, 7, 8];
const STATUSES = ["available", "pending", "sold"];
const COMMON = ["bella", "Lun", "ooper", "MILO", "ginger", "hazel"];
const nth = <T>(values: readonly T[], index: number) => values[index % values.length];

/**
 * A workload. `query` returns the query of a request by its number. `alone` also measures single requests without load.
 */
type Lists = { title: string; query(index: number): string; alone?: true };

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
    { title: "list, include=profile", query: () => "include=profile" },
    { title: "list, include=version", query: () => "include=version" },
    { title: "filter, common", query: () => "sex=female", alone: true },
    { title: "filter, rare", query: () => "size=extra_large&ageGroup=baby&goodWith=children,dogs,cats", alone: true },
    { title: "filter, nothing", query: () => "size=small&ageGroup=senior&status=sold", alone: true },
  ],
  search: [
    { title: "search, common name", query: (index) => `q=${nth(COMMON, index)}`, alone: true },
    { title: "search, rare name", query: (index) => `q=zebulon%20${index % RARE}`, alone: true },
    { title: "search, absent name", query: (index) => `q=qwertz${index}`, alone: true },
    {
      title: "search, one or two letters",
      query: (index) => `q=${nth(["b", "be", "z", "qq", "%D0%BC"], index)}`,
      alone: true,
    },
    {
      title: "search, name and kind",
      query: (index) => `q=bella&categoryId=${nth(KINDS, index)}&status=sold`,
      alone: true,
    },
  ],
};

/** Compares finding animals with the plain list: by kind, with profiles, by profile, by name; and counts. */
export async function measureFinding(wants: (part: string) => boolean, setting: Setting, url: string): Promise<Row[]> {
  const lists = Object.entries(PARTS).flatMap(([part, workloads]) => (wants(part) ? workloads : []));
  if (lists.length === 0 && !wants("counts")) return [];
  const places = await addProfilesAndNames(url, setting.animals);
  const folder = dirname(setting.workloads.list.script);
  const running = await start([...CONTENDERS.service], setting.environment);
  const caseOf = (title: string, paths: string[], alone = false): Case => ({
    name: "service",
    running,
    workload: writeLists(folder, setting.key, title, paths),
    ...(alone && { connections: 1 }),
  });
  try {
    return await measure(
      { ...setting, rounds: Math.min(setting.rounds, MOST_ROUNDS), seconds: Math.min(setting.seconds, MOST_SECONDS) },
      [
        caseOf(
          "list, beside finding",
          pathsOf(() => "", places),
        ),
        ...lists.map(({ title, query, alone }) =>
          caseOf(title, alone ? firstPages(query) : pathsOf(query, places), alone),
        ),
        ...(wants("counts") ? [caseOf("counts", ["/v1/pets/counts"])] : []),
      ],
    );
  } finally {
    await running.stop();
  }
}

/** Three in four requests start at an animal of the list, one in four at the first page, as in the other workloads. */
function pathsOf(query: (index: number) => string, places: readonly Place[]): string[] {
  return Array.from({ length: VARIETY }, (_, index) => {
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

/** Gives the newest animals a profile, and a few evenly spread ones a rare name. Returns places in the list. */
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
    await client.query(
      "UPDATE pets SET name = 'Zebulon ' || n FROM generate_series(0, $2::int - 1) AS n WHERE id = 1 + n * ($1::int / $2::int)",
      [animals, RARE],
    );
    await client.query("VACUUM ANALYZE pets");
    await client.query("VACUUM ANALYZE pet_profiles");
    const places = await client.query<Place>(
      "SELECT id::text, category_id::text AS kind, status::text FROM pets ORDER BY random() LIMIT $1",
      [PLACES],
    );
    return places.rows;
  } finally {
    await client.end();
  }
}
