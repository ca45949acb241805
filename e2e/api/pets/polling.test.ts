import pg from "pg";
import { expect, test } from "vitest";
import { settings } from "@/lib/process/settings";
import { expectPets, idsOf, linkOf, walk } from "../support/answers";
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

/** Follows `prev` from a URL to the end, as a poller does. Returns the animals that it saw and the next URL. */
async function poll(from: string) {
  const { pages, last } = await walk(service, from, "prev");
  return { seen: idsOf(pages.toReversed()).map(Number), address: last };
}

/** The URL where a client that has read the first two pages continues. */
async function startPolling(query: string): Promise<string> {
  for (let count = 0; count < 3; count++) await add();
  const first = linkOf(await service.call(`GET /v1/pets?limit=1${query}`), "next");
  const prev = linkOf(await service.call(`GET ${first?.pathname}${first?.search}`), "prev");
  return `${prev?.pathname}${prev?.search}`;
}

test.each(["", "&categoryId=1&status=available", "&include=version"])(
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

test("with sort=oldest, next never skips an animal that is committed later than a newer one", async () => {
  const first = await add();
  const slow = await addSlowly();
  const quick = await add();
  const path = `/v1/pets?sort=oldest&limit=1&ids=${first},${slow.id},${quick}`;
  const answer = await service.call(`GET ${path.replace("limit=1", "limit=100")}`);
  expect(idsOf([expectPets(answer)]).map(Number)).toEqual([first]);
  expect(linkOf(answer, "next")).toBeNull();
  await slow.end("COMMIT");
  const { pages } = await walk(service, path, "next");
  expect(idsOf(pages).map(Number)).toEqual([first, slow.id, quick]);
});
