import { expect, test } from "vitest";
import { expectPet, expectPets, idsOf, linkOf, walk } from "../support/answers";
import { suiteService } from "../support/service";
import { holdingTransaction } from "../support/transaction";

const service = suiteService();

const add = async (status = "available") => {
  const body = JSON.stringify({ name: "Quick", categoryId: 1, status });
  return Number(expectPet(await service.call("POST /v1/pets", { body }), 201).id);
};

/** Adds an animal in a transaction that stays open. */
const slowly = (status = "available") => ({
  sql: `INSERT INTO pets (name, category_id, status) VALUES ('Slow', 1, '${status}')`,
});

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
    const { during, quick } = await holdingTransaction(slowly(), async () => {
      const quick = [await add(), await add(), await add()];
      return { quick, during: await poll(before.address) };
    });
    const isNew = (id: number) => !before.seen.includes(id);
    expect(during.seen.filter(isNew)).toEqual([]);
    const seen = (await poll(during.address)).seen.filter(isNew);
    expect(seen).toHaveLength(quick.length + 1);
    expect(seen).toEqual(expect.arrayContaining(quick));
  },
);

test("an animal that is never committed does not delay others for longer", async () => {
  const { address } = await poll(await startPolling(""));
  await holdingTransaction(slowly(), async (client) => {
    const quick = await add();
    expect((await poll(address)).seen).not.toContain(quick);
    await client.query("ROLLBACK");
    expect((await poll(address)).seen).toContain(quick);
  });
});

test("with sort=oldest, next never skips an animal that is committed later than a newer one", async () => {
  const path = "/v1/pets?sort=oldest&status=sold&limit=1";
  const first = await add("sold");
  const quick = await holdingTransaction(slowly("sold"), async () => {
    const added = await add("sold");
    const answer = await service.call(`GET ${path}00`);
    expect(idsOf([expectPets(answer)]).map(Number)).toEqual([first]);
    expect(linkOf(answer, "next")).toBeNull();
    return added;
  });
  const { pages } = await walk(service, path, "next");
  expect(idsOf(pages).map(Number)).toEqual([first, expect.any(Number), quick]);
});
