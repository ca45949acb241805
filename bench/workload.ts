import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateKey } from "@/lib/keys/format";
import { encodeCursor } from "@/lib/values/cursor";

/** How many different requests are sent in turn. */
const VARIETY = 2_000;
const STATUSES = [undefined, "available", "pending", "sold"] as const;

/** A name for the table, the script for wrk, and whether every answer is a refusal. */
export type Workload = { name: string; script: string; refused?: boolean };

/** The ids of some animals by their status, in random order. The cursors of a list are places that it has. */
export type Places = Readonly<Record<string, readonly string[]>>;

/** A key for everything, and one whose limit is a single request. */
type Keys = { unlimited: string; spent: string };

/** Writes the workloads. Every contender gets the same requests. */
export function writeWorkloads(folder: string, { unlimited, spent }: Keys, animals: number, places: Places) {
  const random = mulberry32(20_261_121);
  const write = (name: string, key: string | null, requests: string, refused = false): Workload => {
    const script = join(folder, `${name.replace(/\W+/g, "-")}.lua`);
    const headers = key === null ? "{}" : `{ ["Authorization"] = "Bearer ${key}" }`;
    writeFileSync(script, `local headers = ${headers}\n${requests}\n${REPORT}`);
    return { name, script, refused };
  };
  const lists = Array.from({ length: VARIETY }, (_, index) => {
    const status = STATUSES[index % STATUSES.length];
    const search = new URLSearchParams({ limit: "20", ...(status && { status }) });
    const ids = status ? (places[status] ?? []) : Object.values(places).flat();
    const id = BigInt(ids[Math.floor(random() * ids.length)] ?? animals);
    // One request in four asks for the first page, the others start at a random cursor.
    if (random() > 0.25) search.set("cursor", encodeCursor({ direction: "older", id }));
    return `/v1/pets?${search}`;
  });
  const pets = Array.from({ length: VARIETY }, (_, index) =>
    JSON.stringify({
      name: `Animal ${index}`,
      categoryId: 1 + Math.floor(random() * 8),
      status: STATUSES[1 + (index % 3)],
    }),
  );
  return {
    list: write("list, 20 animals", unlimited, gets(lists)),
    create: write("create", unlimited, posts(pets)),
    change: write("change", unlimited, patches(animals)),
    "no-key": write("401 no key", null, gets(lists), true),
    "unknown-key": write("401 unknown key", generateKey(), gets(lists), true),
    "over-limit": write("429 over the limit", spent, gets(lists), true),
    page: write("page, adopters' first", null, gets(["/"])),
  };
}

const lua = (texts: string[]) => `{${texts.map((text) => `[==[${text}]==]`).join(",")}}`;

const gets = (paths: string[]) => `local paths = ${lua(paths)}
local at = 0
request = function()
  at = at % #paths + 1
  return wrk.format("GET", paths[at], headers)
end`;

const posts = (bodies: string[]) => `local bodies = ${lua(bodies)}
local at = 0
headers["Content-Type"] = "application/json"
request = function()
  at = at % #bodies + 1
  return wrk.format("POST", "/v1/pets", headers, bodies[at])
end`;

/** Each request gives a random animal a random name. Without a seed, Lua would repeat both in every run. */
const patches = (animals: number) => `math.randomseed(os.time())
headers["Content-Type"] = "application/json"
headers["If-Match"] = "*"
request = function()
  local body = '{"name":"Animal ' .. math.random(1, 1000000000) .. '"}'
  return wrk.format("PATCH", "/v1/pets/" .. math.random(1, ${animals}), headers, body)
end`;

const REPORT = `done = function(summary, latency)
  local e = summary.errors
  print(string.format('RESULT {"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"refused":%d,"errors":%d}', summary.requests,
    summary.duration, latency:percentile(50), latency:percentile(99), e.status, e.connect + e.read + e.write + e.timeout))
end`;

/** A small seeded random generator, so that every run sends the same requests. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
