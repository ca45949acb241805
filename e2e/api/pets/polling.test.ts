import pg from "pg";
import { expect, test } from "vitest";
import { settings } from "@/lib/process/settings";
import { expectPets, linkOf } from "../support/answers";
import { suiteService } from "../support/service";

const service = suiteService();

const add = async (status = "available") => {
  const answer = await service.call("POST /v1/pets", {
    body: JSON.stringify({ name: "Quick", categoryId: 1, status }),
  });
  expect(answer.status).toBe(201);
  return idIn(answer.text);
};
const idIn = (text: string) => Number(/"id":(\d+)/.exec(text)?.[1]);

/** Adds an animal in a transaction that stays open. */
async function addSlowly(): Promise<{ id: number; end(how: "COMMIT" | "ROLLBACK"): Promise<void> }> {
  const client = new pg.Client({ connectionString: settings().DATABASE_URL });
  await client.connect();
  await client.query("BEGIN");
  const { rows } = await client.query("INSERT INTO pets (name, category_id) VALUES ('Slow', 1) RETURNING id");
  const end = async (how: string) => {
    await client.query(how);
    await client.end();
  };
  return { id: Number(rows[0].id), end };
}

/** Reads a page: its ids, and the target of `prev`. */
async function read(path: string) {
  const answer = await service.call(`GET ${path}`);
  const prev: URL | null = linkOf(answer, "prev");
  return { ids: expectPets(answer).map(({ id }) => Number(id)), prev: prev && prev.pathname + prev.search };
}

/**
 * Follows `prev` from a URL to the end, as a poller does. Returns the animals that it saw and the next URL.
 */
async function poll(from: string) {
  const seen: number[] = [];
  let [address, path]: [string, string | null] = [from, from];
  while (path !== null) {
    address = path;
    const page = await read(path);
    seen.unshift(...page.ids);
    path = page.prev;
  }
  return { seen, address };
}

/** The URL where a client that has read the first two pages continues. */
async function startPolling(query: string): Promise<string> {
  for (let count = 0; count < 3; count++) await add();
  const answer = await service.call(`GET /v1/pets?limit=1${query}`);
  const next: URL | null = linkOf(answer, "next");
  return String((await read(`${next?.pathname}${next?.search}`)).prev);
}

test.each(["", "&status=available", "&categoryId=1", "&categoryId=1&status=available", "&include=version"])(
  "prev never skips an animal that is committed later than a newer one %s",
  async (query) => {
    const start = await startPolling(query);
    const before = await poll(start);
    const slow = await addSlowly();
    const quick = [await add(), await add(), await add()];

    const during = await poll(before.address);
    expect(during.seen.filter((id) => id > slow.id)).toEqual([]);
    await slow.end("COMMIT");
    const after = await poll(during.address);
    const all = [...before.seen, ...during.seen, ...after.seen];
    for (const id of [slow.id, ...quick]) expect(all).toContain(id);
  },
);

test("an animal that is never committed does not delay others for longer", async () => {
  const { address } = await poll(await startPolling(""));
  const slow = await addSlowly();
  const quick = await add();
  expect((await poll(address)).seen).not.toContain(quick);
  await slow.end("ROLLBACK");
  expect((await poll(address)).seen).toContain(quick);
});

test("paging back from an older page reaches an animal that was committed late", async () => {
  await add();
  const slow = await addSlowly();
  for (let count = 0; count < 3; count++) await add();
  const first = await service.call("GET /v1/pets?limit=1");
  const next: URL | null = linkOf(first, "next");
  const second = await read(`${next?.pathname}${next?.search}`);
  await slow.end("COMMIT");
  expect((await poll(String(second.prev))).seen).toContain(slow.id);
});

test("reading takes no lock, for older animals or for a first page", async () => {
  const { address } = await poll(await startPolling(""));
  const slow = await addSlowly();
  await add();
  const locks = async () => {
    const { rows } = await slowClient.query(
      `SELECT count(*)::int AS count FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
       WHERE classid = 7305005 AND objsubid = 2 AND datname = current_database()`,
    );
    return rows[0].count;
  };
  const slowClient = new pg.Client({ connectionString: settings().DATABASE_URL });
  await slowClient.connect();
  // Only additions hold a lock, until they end.
  expect(await locks()).toBe(1);
  await read("/v1/pets");
  await read(address);
  expect(await locks()).toBe(1);
  await slow.end("COMMIT");
  expect(await locks()).toBe(0);
  await slowClient.end();
});

test("polling with small pages sees every animal while many are added at once", async () => {
  let { address } = await poll(await startPolling(""));
  const made: number[] = [];
  const seen = new Set<number>();
  const adders = Array.from({ length: 4 }, async () => {
    for (let count = 0; count < 15; count++) {
      if (count % 5 === 0) {
        const slow = await addSlowly();
        made.push(await add());
        await slow.end("COMMIT");
        made.push(slow.id);
      } else made.push(await add());
    }
  });
  let isAdding = true;
  const polling = (async () => {
    for (let isLast = false; !isLast; ) {
      isLast = !isAdding;
      const round = await poll(address);
      address = round.address;
      for (const id of round.seen) seen.add(id);
    }
  })();
  await Promise.all(adders);
  isAdding = false;
  await polling;
  expect(made.filter((id) => !seen.has(id))).toEqual([]);
});

test("with sort=oldest, next never skips an animal that is committed later than a newer one", async () => {
  const first = await add();
  const slow = await addSlowly();
  const quick = await add();
  const seen: number[] = [];
  let path: string | null = `/v1/pets?sort=oldest&limit=100&ids=${first},${slow.id},${quick}`;
  const answer = await service.call(`GET ${path}`);
  expect(expectPets(answer).map(({ id }) => Number(id))).toEqual([first]);
  expect(linkOf(answer, "next")).toBeNull();
  await slow.end("COMMIT");
  path = path.replace("limit=100", "limit=1");
  while (path !== null) {
    const page = await service.call(`GET ${path}`);
    seen.push(...expectPets(page).map(({ id }) => Number(id)));
    const next: URL | null = linkOf(page, "next");
    path = next && next.pathname + next.search;
  }
  expect(seen).toEqual([first, slow.id, quick]);
});
