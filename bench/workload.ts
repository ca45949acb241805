import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Cursor, encodeCursor } from "@/lib/values/cursor";

/** How many different requests are sent in turn. */
const VARIETY = 2_000;
const STATUSES = [undefined, "available", "pending", "sold"] as const;

/** The cursor of the last pages: fewer than 300 ids are left, about two pages of the rarest status (one in eight). */
const LAST: Cursor = { direction: "older", id: 300n };

/** A name for the table, the script for wrk, and whether every answer is a refusal. */
export type Workload = { name: string; script: string; refused?: boolean };

/** The ids of some animals by their status, in random order. The cursors of a list are places that it has. */
export type Places = Readonly<Record<string, readonly string[]>>;

/**
 * Writes the workloads: lists of 20 animals, lists of 1 to 100, creations, changes, orders, the adopters' first page,
 * and the first and last page of every filter. Every contender gets the same requests.
 */
export function writeWorkloads(folder: string, key: string, animals: number, places: Places) {
  const random = mulberry32(20_261_121);
  const place = (status: string | undefined) => {
    const ids = status ? (places[status] ?? []) : Object.values(places).flat();
    return BigInt(ids[Math.floor(random() * ids.length)] ?? animals);
  };
  const paths = (limitOf: () => number) =>
    Array.from({ length: VARIETY }, (_, index) => {
      const status = STATUSES[index % STATUSES.length];
      const search = new URLSearchParams({ limit: String(limitOf()) });
      if (status) search.set("status", status);
      // One request in four asks for the first page, the others start at a random cursor.
      if (random() > 0.25) search.set("cursor", encodeCursor({ direction: "older", id: place(status) }));
      return `/v1/pets?${search}`;
    });
  const edge = (status: string | undefined, cursor?: Cursor) => {
    const search = new URLSearchParams({ limit: "20" });
    if (status) search.set("status", status);
    if (cursor) search.set("cursor", encodeCursor(cursor));
    return [`/v1/pets?${search}`];
  };
  const bodies = Array.from({ length: VARIETY }, (_, index) =>
    JSON.stringify({
      name: `Animal ${index}`,
      categoryId: 1 + Math.floor(random() * 8),
      status: STATUSES[1 + (index % 3)],
    }),
  );
  const write = (name: string, file: string, requests: string): Workload => {
    const script = join(folder, `${file}.lua`);
    writeFileSync(script, `local authorization = "Bearer ${key}"\n${requests}\n${REPORT}`);
    return { name, script };
  };
  return {
    list: write("list, 20 animals", "list", gets(paths(() => 20))),
    mixed: write("list, 1 to 100 animals", "mixed", gets(paths(() => 1 + Math.floor(random() * 100)))),
    create: write("create", "create", posts(bodies)),
    patch: write("patch", "patch", patches(animals)),
    /** Orders for consecutive animals, from an id on. Every run continues where the last one ended. */
    orders(first: number): Workload {
      const next = join(folder, "next-order");
      writeFileSync(next, String(first));
      const { name, script } = write("order", "orders", orders(next));
      appendFileSync(script, `\n${reportScript(next)}`);
      return { name, script };
    },
    edges: STATUSES.flatMap((status) => {
      const filter = status ?? "all";
      return [
        write(`first page, ${filter}`, `first-${filter}`, gets(edge(status))),
        write(`last page, ${filter}`, `last-${filter}`, gets(edge(status, LAST))),
      ];
    }),
    page: write("page, adopters' first", "page", gets(["/"])),
  };
}

/** Writes a workload of lists with each of the credentials in turn. Null sends none. */
export function writeRefusals(folder: string, name: string, credentials: readonly (string | null)[]): Workload {
  const script = join(folder, `${name.replace(/\W+/g, "-")}.lua`);
  const headers = credentials.map((key) => (key === null ? "{}" : `{ ["Authorization"] = "Bearer ${key}" }`));
  const requests = `local headers = {${headers.join(",")}}
local at = 0
request = function()
  at = at % #headers + 1
  return wrk.format("GET", "/v1/pets?limit=20", headers[at])
end`;
  writeFileSync(script, `${requests}\n${REPORT}`);
  return { name, script, refused: true };
}

/** Writes a workload that requests each of the paths in turn, without a credential. */
export function writeGets(folder: string, name: string, paths: string[]): Workload {
  return writePaths(folder, name, paths, "");
}

/** Writes requests like `writeGets`, with a key. */
export function writeLists(folder: string, key: string, name: string, paths: string[]): Workload {
  return writePaths(folder, name, paths, `Bearer ${key}`);
}

function writePaths(folder: string, name: string, paths: string[], authorization: string): Workload {
  const script = join(folder, `${name.replace(/\W+/g, "-")}.lua`);
  writeFileSync(script, `local authorization = "${authorization}"\n${gets(paths)}\n${REPORT}`);
  return { name, script };
}

const lua = (texts: string[]) => `{${texts.map((text) => `[==[${text}]==]`).join(",")}}`;

const gets = (paths: string[]) => `local paths = ${lua(paths)}
local at = 0
request = function()
  at = at % #paths + 1
  return wrk.format("GET", paths[at], { ["Authorization"] = authorization })
end`;

const posts = (bodies: string[]) => `local bodies = ${lua(bodies)}
local at = 0
request = function()
  at = at % #bodies + 1
  return wrk.format("POST", "/v1/pets", { ["Authorization"] = authorization, ["Content-Type"] = "application/json" }, bodies[at])
end`;

/** Each request gives a random animal a random name. Without a seed, Lua would repeat both in every run. */
const patches = (animals: number) => `math.randomseed(os.time())
local headers = { ["Authorization"] = authorization, ["Content-Type"] = "application/json", ["If-Match"] = "*" }
request = function()
  local body = '{"name":"Animal ' .. math.random(1, 1000000000) .. '"}'
  return wrk.format("PATCH", "/v1/pets/" .. math.random(1, ${animals}), headers, body)
end`;

const orders = (file: string) => `local first = tonumber(io.open("${file}"):read("*a"))
local at = first - 1
local headers = { ["Authorization"] = authorization, ["Content-Type"] = "application/json" }
request = function()
  at = at + 1
  return wrk.format("POST", "/v1/store/orders", headers, '{"petId":' .. at .. '}')
end`;

/** Saves where the next run continues. At the end of a run, some more requests are in progress. */
const reportScript = (file: string) => `local report = done
done = function(summary, latency)
  local open = io.open("${file}", "w")
  open:write(first + summary.requests + 1000)
  open:close()
  report(summary, latency)
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
