import { describe, expect, test } from "vitest";
import { pool } from "@/lib/database/pool";
import { expectError, linkOf } from "./support/answers";
import { expectOrder, expectOrders, storedOrders, suiteOrders } from "./support/order-suite";
import { type Answer, asOwner, newKey, newPerson } from "./support/service";
import { holdingTransaction, waiting } from "./support/transaction";

// Placing and listing orders.
const { service, call, newPet, statusOf, post, act, newOrder, orderAfter } = suiteOrders();

/** The advisory lock that commits of orders wait for, in the test of slow commits. */
const COMMITS = 50;

describe("POST /v1/store/orders", () => {
  test("an available animal: 201 with Location, and the animal is pending", async () => {
    const petId = await newPet();
    const answer = await post(petId);
    const order = expectOrder(answer, 201);
    expect(order).toEqual({
      id: order.id,
      petId,
      quantity: 1n,
      shipDate: null,
      complete: false,
      status: "open",
      returnReason: null,
    });
    expect(answer.headers.location).toBe(`/v1/store/orders/${order.id}`);
    expect(answer.headers["x-stability"]).toBe("experimental");
    expect(await statusOf(petId)).toBe("pending");
    expect(expectOrder(await call(`GET ${answer.headers.location}`))).toEqual(order);
  });

  test.each([
    ["2030-01-31T15:00:00Z", "2030-01-31T15:00:00.000Z"],
    ["2030-01-31T15:00:00.123456+02:00", "2030-01-31T13:00:00.123Z"],
    ["2000-01-01T00:00:00Z", "2000-01-01T00:00:00.000Z"],
    ["2999-12-31T23:59:59.999Z", "2999-12-31T23:59:59.999Z"],
  ])("shipDate is %s: 201 with the same time in UTC", async (given, shown) => {
    const order = expectOrder(await post(await newPet(), `,"shipDate":"${given}"`), 201);
    expect(order.shipDate).toBe(shown);
    expect(expectOrder(await call(`GET /v1/store/orders/${order.id}`)).shipDate).toBe(shown);
  });

  test("shipDate is null: the hand-over is not known", async () => {
    expect(expectOrder(await post(await newPet(), `,"shipDate":null`), 201).shipDate).toBeNull();
  });

  test.each([
    ['""'],
    ['"tomorrow"'],
    ['"2030-01-31"'],
    ['"2030-01-31T15:00:00"'],
    ['"2030-02-30T15:00:00Z"'],
    ['"1999-12-31T23:59:59Z"'],
    ['"3000-01-01T00:00:00Z"'],
    ['"2999-12-31T23:59:59-01:00"'],
    ['"0000-01-01T00:00:00Z"'],
    [`"2030-01-31T15:00:00.${"1".repeat(60)}Z"`],
    ["1893456000"],
    ["true"],
    ["[]"],
  ])("shipDate is %s: 400, and the animal stays available", async (shipDate) => {
    const petId = await newPet();
    const message = /^shipDate must be a date and time in the years 2000 to 2999/;
    expectError(await post(petId, `,"shipDate":${shipDate}`), 400, "bad_request", message);
    expect(await statusOf(petId)).toBe("available");
  });

  test.each([
    ["{}", /^petId is required/],
    ['{"petId":null}', /^petId must be/],
    ['{"petId":"1"}', /^petId must be/],
    ['{"petId":1.5}', /^petId must be/],
    ['{"petId":9223372036854775808}', /^petId must be/],
    ['{"petId":1,"quantity":1}', /^quantity is not a known field/],
    ['{"petId":1,"status":"completed"}', /^status is not a known field/],
  ])("%s: 400", async (body, message) => {
    expectError(await call("POST /v1/store/orders", body), 400, "bad_request", message);
  });

  test.each(["0", "-1", "9223372036854775807"])("no animal has the id %s: 404", async (id) => {
    expectError(await call("POST /v1/store/orders", `{"petId":${id}}`), 404, "not_found", "There is no animal");
  });

  test.each(["pending", "sold"])("the animal is %s: 409, and nothing is stored", async (status) => {
    const petId = await newPet(status);
    const before = await storedOrders(petId);
    expectError(await post(petId), 409, "conflict", `This animal is ${status}`);
    expect(await storedOrders(petId)).toBe(before);
  });

  test("the animal has an open order: 409, and 201 with a new order once that is cancelled", async () => {
    const order = await newOrder();
    expectError(await post(order.petId), 409, "conflict", "This animal is pending");
    await act(order.id, "cancel");
    const next = expectOrder(await post(order.petId), 201);
    expect(next.id).toBeGreaterThan(order.id);
    expect(await statusOf(order.petId)).toBe("pending");
  });

  test("of 50 simultaneous orders for one animal, one gets 201 and the others 409", async () => {
    const petId = await newPet();
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(petId)));
    const placed = answers.filter(({ status }) => status === 201);
    expect(placed).toHaveLength(1);
    for (const answer of answers) if (answer !== placed[0]) expectError(answer, 409, "conflict");
    expect(expectOrders(await call(`GET /v1/store/orders?petId=${petId}`))).toEqual([
      expectOrder(placed[0] as Answer, 201),
    ]);
    expect(await statusOf(petId)).toBe("pending");
  });

  test("of 50 simultaneous orders while a commit is slow, one gets 201 and the others 409", async () => {
    const petId = await newPet();
    await asOwner(`
      CREATE FUNCTION commit_slowly() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${COMMITS}); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER commit_slowly AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION commit_slowly()`);
    const commits = { sql: "SELECT pg_advisory_xact_lock($1)", values: [COMMITS] };
    const { answers } = await holdingTransaction(commits, async (client) => {
      const answers = Promise.all(Array.from({ length: 50 }, () => post(petId)));
      // One is committing. The others wait for it, with and without a connection.
      await waiting(10, client);
      return { answers };
    });
    expect((await answers).map(({ status }) => status).sort()).toEqual([201, ...Array(49).fill(409)]);
    await asOwner("DROP TRIGGER commit_slowly ON orders; DROP FUNCTION commit_slowly");
  });

  test("of 50 simultaneous orders with different Idempotency-Keys for one animal, one gets 201 and the others 409", async () => {
    const petId = await newPet();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        call("POST /v1/store/orders", `{"petId":${petId}}`, { "idempotency-key": `${petId}-${n}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(49).fill(409)]);
    expect(expectOrders(await call(`GET /v1/store/orders?petId=${petId}`))).toHaveLength(1);
  });

  test("the same Idempotency-Key gets the first answer again, byte for byte, even after the order changed", async () => {
    const petId = await newPet();
    const headers = { "idempotency-key": `again-${petId}` };
    const first = await call("POST /v1/store/orders", `{"petId":${petId}}`, headers);
    const { id } = expectOrder(first, 201);
    await act(id, "complete");
    const again = await call("POST /v1/store/orders", `{"petId":${petId}}`, headers);
    expect(again).toMatchObject({ status: 201, text: first.text });
    expect(again.headers.location).toBe(first.headers.location);
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect(expectOrders(await call(`GET /v1/store/orders?petId=${petId}`))).toHaveLength(1);
  });

  test("the same Idempotency-Key with another shipDate: 422", async () => {
    const petId = await newPet();
    const headers = { "idempotency-key": `date-${petId}` };
    const body = (day: string) => `{"petId":${petId},"shipDate":"2030-01-${day}T12:00:00Z"}`;
    expectOrder(await call("POST /v1/store/orders", body("30"), headers), 201);
    expectError(await call("POST /v1/store/orders", body("31"), headers), 422, "idempotency_key_reused");
  });

  test("a refused order does not use up its Idempotency-Key", async () => {
    const petId = await newPet("pending");
    const headers = { "idempotency-key": `refused-${petId}` };
    expectError(await call("POST /v1/store/orders", `{"petId":${petId}}`, headers), 409, "conflict");
    await pool().query("UPDATE pets SET status = 'available' WHERE id = $1", [petId]);
    expectOrder(await call("POST /v1/store/orders", `{"petId":${petId}}`, headers), 201);
  });
});

describe("GET /v1/store/orders", () => {
  /** Follows a link relation to its end. `meanwhile` runs during each request. */
  async function walk(start: string, rel: "next" | "prev", meanwhile?: () => Promise<unknown>) {
    const pages: bigint[][] = [];
    let last = start;
    for (let path: string | null = start; path !== null; ) {
      last = path;
      const [answer] = await Promise.all([call(`GET ${path}`), meanwhile?.()]);
      pages.push(expectOrders(answer).map(({ id }) => id));
      const link: URL | null = linkOf(answer, rel);
      path = link && link.pathname + link.search;
    }
    return { pages, last };
  }
  const newestFirst = (ids: bigint[]) => [...new Set(ids)].sort((a, b) => Number(b - a));

  test("a page has 20 orders, newest first, and links that keep the filters", async () => {
    for (let count = 0; count < 21; count++) await newOrder();
    const answer = await call("GET /v1/store/orders?status=open&x=1");
    const orders = expectOrders(answer);
    expect(orders).toHaveLength(20);
    expect(orders.map(({ id }) => id)).toEqual(newestFirst(orders.map(({ id }) => id)));
    expect(linkOf(answer, "next")?.search).toMatch(/^\?status=open&cursor=[\w-]+$/);
    expect(linkOf(answer, "prev")).toBeNull();
    expect(linkOf(answer, "first")?.href).toBe(`${service.origin}/v1/store/orders?status=open`);
  });

  test("petId lists only the orders of this animal, or none", async () => {
    const first = await orderAfter("cancel");
    const second = expectOrder(await post(first.petId), 201);
    const list = async (query: string) => expectOrders(await call(`GET /v1/store/orders?${query}`));
    expect(await list(`petId=${first.petId}`)).toEqual([second, first]);
    expect(await list(`petId=${first.petId}&status=cancelled`)).toEqual([first]);
    expect(await list(`petId=${first.petId}&status=returned`)).toEqual([]);
    expect(await list(`petId=${await newPet()}`)).toEqual([]);
  });

  test("status lists only orders with this status", async () => {
    const order = await orderAfter("complete", "return");
    const returned = expectOrders(await call("GET /v1/store/orders?status=returned&limit=100"));
    expect(returned[0]).toEqual(order);
    expect(new Set(returned.map(({ status }) => status))).toEqual(new Set(["returned"]));
  });

  test("q finds animals by a part of their name, without case and accents, whatever the sort", async () => {
    const order = await newOrder();
    await pool().query("UPDATE pets SET name = 'Zo\u00eb the %Quiet' WHERE id = $1", [order.petId]);
    const list = async (query: string) => expectOrders(await call(`GET /v1/store/orders?${query}`));
    for (const query of ["q=ZOE", "q=oe+the&status=open", "q=%25quiet&sort=shipDate", "q=zo%C3%AB&sort=changed"])
      expect(await list(query)).toEqual([order]);
    for (const query of ["q=zoe&status=returned", "q=%25the", `q=zoe&petId=${await newPet()}`])
      expect(await list(query)).toEqual([]);
  });

  test("q finds adopters for people, and not for keys, which may not read applications", async () => {
    const order = await newOrder();
    await pool().query(
      `INSERT INTO applications
        (id, pet_id, status, suspicious, name, email, message, order_id, secret_hash, created_at, changed_at)
      VALUES (gen_random_uuid(), $1, 'approved', false, 'Ren\u00e9e Okafor', 'r@home.example', 'We ask.', $2, '', now(), now())`,
      [order.petId, order.id],
    );
    const { token } = await newPerson();
    const find = async (q: string, key: string) =>
      expectOrders(await service.call(`GET /v1/store/orders?q=${q}`, { key }));
    expect(await find("renee+ok", token)).toEqual([order]);
    expect(await find("r@home", token)).toEqual([]);
    const key = await newKey({ scopes: ["orders:read"] });
    expect(await find("renee+ok", key)).toEqual([]);
  });

  test.each([
    ["q=", /^q must be 1 to 100 characters/],
    [`q=${"x".repeat(101)}`, /^q must be 1 to 100 characters/],
    ["limit=0", /^limit must be a whole number from 1 to 100/],
    ["limit=101", /^limit must be a whole number from 1 to 100/],
    ["status=pending", /^status must be one of open, completed, cancelled, returned/],
    ["petId=abc", /^petId must be a whole number/],
    ["petId=9223372036854775808", /^petId must be a whole number/],
    ["petId=1.0", /^petId must be a whole number/],
    ["petId=1&petId=2", /^petId must be given at most once/],
    ["cursor=abc", /^cursor must be one that this service gave/],
    ["sort=oldest", /^sort must be one of newest, shipDate, changed/],
    [`sort=changed&cursor=${Buffer.from("o7").toString("base64url")}`, /^cursor must be .* for the same sort/],
  ])("%s: 400", async (query, message) => {
    expectError(await call(`GET /v1/store/orders?${query}`), 400, "bad_request", message);
  });

  test("paging visits each order exactly once in both directions, while others are placed and changed", async () => {
    for (let count = 0; count < 30; count++) await newOrder();
    const there = expectOrders(await call("GET /v1/store/orders?limit=100")).map(({ id }) => id);
    const open = expectOrders(await call("GET /v1/store/orders?limit=100&status=open"));
    const busy = async () => {
      const order = open.pop();
      await Promise.all([newOrder(), newOrder(), order && act(order.id, "cancel")]);
    };
    const { pages, last } = await walk("/v1/store/orders?limit=7", "next", busy);
    const ids = pages.flat();
    expect(ids).toEqual(newestFirst(ids));
    expect(there.filter((id) => !ids.includes(id))).toEqual([]);
    let rounds = 0;
    const back = await walk(last, "prev", async () => (rounds++ < 10 ? newOrder() : undefined));
    const seen = back.pages.toReversed().flat();
    expect(seen).toEqual(newestFirst(seen));
    const { rows } = await pool().query("SELECT id FROM orders WHERE id <= $1 ORDER BY id DESC", [seen[0]]);
    expect(seen).toEqual(rows.map(({ id }) => BigInt(id)));
  });

  test("by hand-over the earliest is first, by change the latest, and paging visits each order once both ways", async () => {
    const [none, , early, late] = [await newOrder(), ...(await Promise.all([newOrder(), newOrder(), newOrder()]))];
    const same = await newOrder();
    const schedule = (id: bigint, day: string) =>
      call(`PATCH /v1/store/orders/${id}`, { shipDate: `2999-01-${day}T12:00:00Z` });
    for (const [order, day] of [
      [late, "03"],
      [early, "01"],
      [same, "03"],
    ] as const)
      await schedule(order.id, day);
    const both = async (query: string) => {
      const { pages, last } = await walk(`/v1/store/orders?limit=2&${query}`, "next");
      expect((await walk(last, "prev")).pages.toReversed().flat()).toEqual(pages.flat());
      return pages.flat();
    };
    const byDate = await both("status=open&sort=shipDate");
    const { rows } = await pool().query(
      "SELECT id FROM orders WHERE status = 'open' ORDER BY ship_date NULLS LAST, id",
    );
    expect(byDate).toEqual(rows.map(({ id }) => BigInt(id)));
    expect(byDate.indexOf(early.id)).toBeLessThan(byDate.indexOf(late.id));
    expect(byDate.indexOf(late.id)).toBe(byDate.indexOf(same.id) - 1);
    for (const { id } of [late, none, early]) await act(id, "complete");
    const byChange = await both("status=completed&sort=changed");
    expect(byChange.slice(0, 3)).toEqual([early.id, none.id, late.id]);
    expect(await both(`petId=${none.petId}&sort=changed`)).toEqual([none.id]);
  });

  test("following prev does not miss an order that is committed late", async () => {
    await newOrder();
    const first = await newOrder();
    const petId = await newPet();
    const cursor = linkOf(await call("GET /v1/store/orders?limit=1"), "next")?.searchParams.get("cursor");
    const older = await call(`GET /v1/store/orders?limit=1&cursor=${cursor}`);
    const prev = linkOf(older, "prev");
    const client = await pool().connect();
    try {
      await client.query("BEGIN");
      const late = BigInt(
        (await client.query("INSERT INTO orders (pet_id) VALUES ($1) RETURNING id", [petId])).rows[0].id,
      );
      const early = await newOrder();
      expect(early.id).toBeGreaterThan(late);
      const page = await call(`GET ${prev?.pathname}?limit=10&cursor=${prev?.searchParams.get("cursor")}`);
      expect(expectOrders(page).map(({ id }) => id)).toEqual([first.id]);
      await client.query("COMMIT");
      const again = await call(`GET ${prev?.pathname}?limit=10&cursor=${prev?.searchParams.get("cursor")}`);
      expect(expectOrders(again).map(({ id }) => id)).toEqual([early.id, late, first.id]);
    } finally {
      client.release();
    }
  });
});
