import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { setClock } from "@/lib/clock";
import { db } from "@/lib/database/client";
import { pool } from "@/lib/database/pool";
import { expectCommon, expectError, expectPet, linkOf } from "./support/answers";
import { type Answer, newKey, newKeyWithId, newPerson, personToken, suiteService } from "./support/service";

// The schema, written again and strict: a member too many in an answer is a failure here.
const Order = z.strictObject({
  id: z.bigint(),
  petId: z.bigint(),
  quantity: z.literal(1n),
  shipDate: z.nullable(z.string()),
  complete: z.boolean(),
  status: z.enum(["open", "completed", "cancelled", "returned"]),
});
type OrderAnswer = z.infer<typeof Order>;

let key = "";
const service = suiteService();
beforeAll(async () => {
  key = await newKey({ scopes: ["pets:read", "pets:write", "orders:read", "orders:write"] });
});

const call = (target: string, body?: object | string, headers = {}) =>
  service.call(target, {
    key,
    headers,
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
const newPet = async (status = "available") =>
  expectPet(await call("POST /v1/pets", { name: "Biscuit", categoryId: 1, status }), 201).id;
const statusOf = async (petId: bigint) => expectPet(await call(`GET /v1/pets/${petId}`), 200).status;
const post = (petId: bigint, more = "") => call("POST /v1/store/orders", `{"petId":${petId}${more}}`);
const act = (id: bigint, action: string) => call(`POST /v1/store/orders/${id}/${action}`, {});

function expectOrder(answer: Answer, status: 200 | 201 = 200): OrderAnswer {
  expect(answer, answer.text).toMatchObject({ status });
  expectCommon(answer);
  return Order.parse(answer.json);
}

function expectOrders(answer: Answer): OrderAnswer[] {
  expect(answer, answer.text).toMatchObject({ status: 200 });
  expectCommon(answer);
  return z.array(Order).parse(answer.json);
}

/** Places an order for a new animal. */
async function newOrder(): Promise<OrderAnswer> {
  return expectOrder(await post(await newPet()), 201);
}

/** An order that the actions led to its present state. */
async function orderAfter(...actions: string[]): Promise<OrderAnswer> {
  let order = await newOrder();
  for (const action of actions) order = expectOrder(await act(order.id, action));
  return order;
}

/** Everything that is stored of the orders of an animal, and the animal. */
async function stored(petId: bigint) {
  const { rows } = await pool().query(
    `SELECT pets.status, pets.version, orders.id, orders.status AS "order",
       (SELECT json_agg(c ORDER BY c.id) FROM order_changes AS c WHERE c.order_id = orders.id) AS changes,
       (SELECT json_agg(c ORDER BY c.id) FROM pet_changes AS c WHERE c.pet_id = pets.id) AS pet_changes
     FROM pets LEFT JOIN orders ON orders.pet_id = pets.id WHERE pets.id = $1 ORDER BY orders.id`,
    [petId],
  );
  return JSON.stringify(rows);
}

describe("POST /v1/store/orders", () => {
  test("an available animal: 201 with Location, and the animal is pending", async () => {
    const petId = await newPet();
    const answer = await post(petId);
    const order = expectOrder(answer, 201);
    expect(order).toEqual({ id: order.id, petId, quantity: 1n, shipDate: null, complete: false, status: "open" });
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
  ])("shipDate is %s: the same time in UTC", async (given, shown) => {
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
    const before = await stored(petId);
    expectError(await post(petId), 409, "conflict", `This animal is ${status}`);
    expect(await stored(petId)).toBe(before);
  });

  test("an order is open already: 409; after cancelling it, 201 with a new order", async () => {
    const order = await newOrder();
    expectError(await post(order.petId), 409, "conflict", "This animal is pending");
    await act(order.id, "cancel");
    const next = expectOrder(await post(order.petId), 201);
    expect(next.id).toBeGreaterThan(order.id);
    expect(await statusOf(order.petId)).toBe("pending");
  });

  test("50 at once for one animal: one 201, 49 times 409, one order", async () => {
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

  test("50 at once for one animal, each with an Idempotency-Key of its own: one 201, 49 times 409", async () => {
    const petId = await newPet();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        call("POST /v1/store/orders", `{"petId":${petId}}`, { "idempotency-key": `${petId}-${n}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(49).fill(409)]);
    expect(expectOrders(await call(`GET /v1/store/orders?petId=${petId}`))).toHaveLength(1);
  });

  test("the same Idempotency-Key again: the first answer, byte for byte, also after the order changed", async () => {
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

  test("a refused order does not use its Idempotency-Key up", async () => {
    const petId = await newPet("pending");
    const headers = { "idempotency-key": `refused-${petId}` };
    expectError(await call("POST /v1/store/orders", `{"petId":${petId}}`, headers), 409, "conflict");
    await pool().query("UPDATE pets SET status = 'available' WHERE id = $1", [petId]);
    expectOrder(await call("POST /v1/store/orders", `{"petId":${petId}}`, headers), 201);
  });
});

describe("POST /v1/store/orders/{orderId}/complete, cancel and return", () => {
  test.each([
    ["complete", [], { status: "completed", complete: true }, "sold"],
    ["cancel", [], { status: "cancelled", complete: false }, "available"],
    ["return", ["complete"], { status: "returned", complete: false }, "available"],
  ] as const)("%s: the order and the animal change together", async (action, before, shown, petStatus) => {
    const order = await orderAfter(...before);
    const changed = expectOrder(await act(order.id, action));
    expect(changed).toEqual({ ...order, ...shown });
    expect(expectOrder(await call(`GET /v1/store/orders/${order.id}`))).toEqual(changed);
    expect(await statusOf(order.petId)).toBe(petStatus);
  });

  const STATES = {
    open: [],
    completed: ["complete"],
    cancelled: ["cancel"],
    returned: ["complete", "return"],
  } as const;
  const ALLOWED = ["open complete", "open cancel", "completed return"];
  const refused = Object.entries(STATES).flatMap(([state, actions]) =>
    ["complete", "cancel", "return"].flatMap((action) =>
      ALLOWED.includes(`${state} ${action}`) ? [] : [{ state, actions, action }],
    ),
  );
  test.each(refused)(
    "an order that is $state: $action is 409 and changes nothing",
    async ({ state, actions, action }) => {
      const order = await orderAfter(...actions);
      const before = await stored(order.petId);
      expectError(await act(order.id, action), 409, "conflict", `This order is ${state}`);
      expect(await stored(order.petId)).toBe(before);
    },
  );

  test.each(["complete", "cancel"])("%s a second time: 409 that says so", async (action) => {
    const order = await orderAfter(action);
    expectError(await act(order.id, action), 409, "conflict", /^This order is (completed|cancelled) already$/);
  });

  test("20 of one order at once, completing and cancelling: one wins, and the animal fits the order", async () => {
    const order = await newOrder();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => act(order.id, n % 2 === 0 ? "complete" : "cancel")),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers) if (answer.status !== 200) expectError(answer, 409, "conflict");
    const { status } = expectOrder(await call(`GET /v1/store/orders/${order.id}`));
    expect(await statusOf(order.petId)).toBe(status === "completed" ? "sold" : "available");
  });

  test("a returned animal can be ordered again, and the earlier order stays returned", async () => {
    const first = await orderAfter("complete", "return");
    const second = expectOrder(await post(first.petId), 201);
    expectOrder(await act(second.id, "complete"));
    expectError(await act(first.id, "return"), 409, "conflict", "This order is returned already");
    expect(await statusOf(first.petId)).toBe("sold");
  });

  test("the animal became available in another way and has a newer order: its older order cannot be returned", async () => {
    const older = await orderAfter("complete");
    await pool().query("UPDATE pets SET status = 'available' WHERE id = $1", [older.petId]);
    const newer = expectOrder(await post(older.petId), 201);
    for (const status of ["open", "completed"]) {
      const before = await stored(older.petId);
      const message = `Order ${newer.id} for this animal is newer and ${status}`;
      expectError(await act(older.id, "return"), 409, "conflict", message);
      expect(await stored(older.petId)).toBe(before);
      if (status === "open") expectOrder(await act(newer.id, "complete"));
    }
    expectOrder(await act(newer.id, "return"));
    expectOrder(await act(older.id, "return"));
    expect(await statusOf(older.petId)).toBe("available");
  });

  test("the animal became available in another way: returning the order leaves it available, without a new version", async () => {
    const order = await orderAfter("complete");
    await pool().query("UPDATE pets SET status = 'available' WHERE id = $1", [order.petId]);
    const version = async () =>
      (await pool().query("SELECT version FROM pets WHERE id = $1", [order.petId])).rows[0].version;
    const before = await version();
    expectOrder(await act(order.id, "return"));
    expect(await version()).toBe(before);
    expect(await statusOf(order.petId)).toBe("available");
  });

  test.each(["abc", "1.0", "9223372036854775808", "%31x"])("the orderId is %s: 404", async (id) => {
    for (const target of [`GET /v1/store/orders/${id}`, `POST /v1/store/orders/${id}/complete`]) {
      const answer = await call(target, target.startsWith("POST") ? {} : undefined);
      expectError(answer, 404, "not_found", "There is no order with this id");
    }
  });
});

describe("the history of orders", () => {
  test("says who placed, completed and returned an order, and when; the animal's history and version grow with it", async () => {
    const [placing, completing] = [await newKeyWithId({ scopes: ["orders:write"] }), await newPerson()];
    const petId = await newPet();
    const by = (credential: string, target: string, body: string) => service.call(target, { key: credential, body });
    try {
      const start = Date.parse("2027-05-01T10:00:00Z");
      setClock(() => start);
      const { id } = expectOrder(await by(placing.key, "POST /v1/store/orders", `{"petId":${petId}}`), 201);
      expectOrder(await by(personToken(completing), `POST /v1/store/orders/${id}/complete`, "{}"));
      expectOrder(await by(placing.key, `POST /v1/store/orders/${id}/return`, "{}"));
      const { rows } = await pool().query(
        "SELECT author, action, at FROM order_changes WHERE order_id = $1 ORDER BY id",
        [id],
      );
      const at = new Date(start);
      expect(rows).toEqual([
        { author: `key:${placing.id}`, action: "placed", at },
        { author: `person:${completing.id}`, action: "completed", at },
        { author: `key:${placing.id}`, action: "returned", at },
      ]);
    } finally {
      setClock(null);
    }
    const { rows: pets } = await pool().query(
      "SELECT author, action, changes, version FROM pet_changes WHERE pet_id = $1 ORDER BY id",
      [petId],
    );
    const change = (from: string, to: string) => ({ status: { from, to } });
    expect(pets.slice(-3)).toEqual([
      { author: `key:${placing.id}`, action: "order.placed", changes: change("available", "pending"), version: "2" },
      {
        author: `person:${completing.id}`,
        action: "order.completed",
        changes: change("pending", "sold"),
        version: "3",
      },
      { author: `key:${placing.id}`, action: "order.returned", changes: change("sold", "available"), version: "4" },
    ]);
  });
});

describe("GET /v1/store/orders", () => {
  /** Follows a link relation to its end; `meanwhile` happens beside every request. */
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

  test("newest first, 20 to a page, with links that keep the filters", async () => {
    for (let count = 0; count < 21; count++) await newOrder();
    const answer = await call("GET /v1/store/orders?status=open&x=1");
    const orders = expectOrders(answer);
    expect(orders).toHaveLength(20);
    expect(orders.map(({ id }) => id)).toEqual(newestFirst(orders.map(({ id }) => id)));
    expect(linkOf(answer, "next")?.search).toMatch(/^\?status=open&cursor=[\w-]+$/);
    expect(linkOf(answer, "prev")).toBeNull();
    expect(linkOf(answer, "first")?.href).toBe(`${service.origin}/v1/store/orders?status=open`);
  });

  test("petId: the orders of this animal alone; an animal without orders has none", async () => {
    const first = await orderAfter("cancel");
    const second = expectOrder(await post(first.petId), 201);
    const list = async (query: string) => expectOrders(await call(`GET /v1/store/orders?${query}`));
    expect(await list(`petId=${first.petId}`)).toEqual([second, first]);
    expect(await list(`petId=${first.petId}&status=cancelled`)).toEqual([first]);
    expect(await list(`petId=${first.petId}&status=returned`)).toEqual([]);
    expect(await list(`petId=${await newPet()}`)).toEqual([]);
  });

  test("status: only orders in this state", async () => {
    const order = await orderAfter("complete", "return");
    const returned = expectOrders(await call("GET /v1/store/orders?status=returned&limit=100"));
    expect(returned[0]).toEqual(order);
    expect(new Set(returned.map(({ status }) => status))).toEqual(new Set(["returned"]));
  });

  test.each([
    ["limit=0", /^limit must be a whole number from 1 to 100/],
    ["limit=101", /^limit must be a whole number from 1 to 100/],
    ["status=pending", /^status must be one of open, completed, cancelled, returned/],
    ["petId=abc", /^petId must be a whole number/],
    ["petId=9223372036854775808", /^petId must be a whole number/],
    ["petId=1.0", /^petId must be a whole number/],
    ["petId=1&petId=2", /^petId must be given at most once/],
    ["cursor=abc", /^cursor must be one that this service gave/],
  ])("%s: 400", async (query, message) => {
    expectError(await call(`GET /v1/store/orders?${query}`), 400, "bad_request", message);
  });

  test("each order exactly once, both ways, while others are placed and change", async () => {
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

  test("following prev: an order that is committed late is not missed", async () => {
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

describe("PATCH /v1/store/orders/{orderId}", () => {
  const schedule = (id: bigint, shipDate: string | null) => call(`PATCH /v1/store/orders/${id}`, { shipDate });

  test("sets the hand-over of an open order, again and to null; who did it is kept, the animal stays as it is", async () => {
    const { id, petId } = await newOrder();
    const version = async () => (await db().pet.findUniqueOrThrow({ where: { id: petId } })).version;
    const before = await version();
    expect(expectOrder(await schedule(id, "2030-01-31T16:00:00+01:00")).shipDate).toBe("2030-01-31T15:00:00.000Z");
    expect(expectOrder(await schedule(id, "2030-01-31T15:00:00Z")).shipDate).toBe("2030-01-31T15:00:00.000Z");
    expect(expectOrder(await schedule(id, null)).shipDate).toBeNull();
    expect(expectOrder(await act(id, "complete")).status).toBe("completed");
    const kept = await db().orderChange.findMany({ where: { orderId: id }, orderBy: { id: "asc" } });
    expect(kept.map(({ action }) => action)).toEqual(["placed", "scheduled", "scheduled", "completed"]);
    expect(await version()).toBe(before + 1n);
  });

  test.each([["complete"], ["cancel"]])("409 after %s, 404 for no such order, 400 without a date", async (action) => {
    const { id } = await orderAfter(action);
    expectError(await schedule(id, null), 409, "conflict", /only an open one/);
    expectError(await schedule(9_999_999n, null), 404, "not_found");
    expectError(await call(`PATCH /v1/store/orders/${id}`, {}), 400, "bad_request", /^shipDate must be a date/);
  });

  test("include=dates: when an order was placed and got its present status", async () => {
    const { id } = await newOrder();
    const read = async () => {
      const answer = await call("GET /v1/store/orders?limit=1&include=dates");
      return z
        .array(z.object({ id: z.bigint(), dates: z.object({ placedAt: z.string(), changedAt: z.string() }) }))
        .parse(answer.json)[0];
    };
    const placed = await read();
    expect(placed).toMatchObject({ id, dates: { changedAt: placed?.dates.placedAt } });
    await schedule(id, "2030-01-31T15:00:00Z");
    expect(await read()).toEqual(placed);
    setClock(() => Date.now() + 3_600_000);
    await act(id, "complete");
    const completed = await read();
    expect(completed?.dates.placedAt).toBe(placed?.dates.placedAt);
    const hour = Date.parse(completed?.dates.changedAt ?? "") - Date.parse(placed?.dates.placedAt ?? "");
    expect(hour).toBeGreaterThanOrEqual(3_600_000);
    setClock(null);
  });
});
