import { describe, expect, test } from "vitest";
import { pool } from "@/lib/database/pool";
import { expectError, idsOf, linkOf, walkPages } from "../support/answers";
import { expectOrder, expectOrders, suiteOrders } from "../support/order-suite";
import { newKey, newPerson } from "../support/service";
import { holdingTransaction } from "../support/transaction";

// Listing orders.
const { service, call, newPet, post, act, newOrder, orderAfter } = suiteOrders();

describe("GET /v1/store/orders", () => {
  const walkOrders = (start: string, rel: "next" | "prev") => walkPages(service, start, rel, expectOrders);
  const list = async (query: string) => expectOrders(await call(`GET /v1/store/orders?${query}`));

  test("petId and status list only the orders of this animal with this status", async () => {
    const first = await orderAfter("cancel");
    const second = expectOrder(await post(first.petId), 201);
    expect(await list(`petId=${first.petId}`)).toEqual([second, first]);
    expect(await list(`petId=${first.petId}&status=cancelled`)).toEqual([first]);
    expect(await list(`petId=${first.petId}&status=returned`)).toEqual([]);
    expect(await list(`petId=${await newPet()}`)).toEqual([]);
  });

  test("q finds animals by a part of their name, without case and accents, whatever the sort", async () => {
    const order = await newOrder();
    await pool().query("UPDATE pets SET name = 'Zo\u00eb the %Quiet' WHERE id = $1", [order.petId]);
    for (const query of ["q=ZOE", "q=oe+the&status=open", "q=%25quiet&sort=shipDate", "q=zo%C3%AB&sort=changed"])
      expect(await list(query)).toEqual([order]);
    for (const query of ["q=zoe&status=returned", "q=%25the", `q=zoe&petId=${await newPet()}`])
      expect(await list(query)).toEqual([]);
  });

  test("q finds adopters for people, and not for keys, which may not read applications", async () => {
    const order = await newOrder();
    await pool().query(
      `INSERT INTO applications
        (id, pet_id, status, suspicious, name, email, message, order_id, created_at, changed_at)
      VALUES (gen_random_uuid(), $1, 'approved', false, 'Ren\u00e9e Okafor', 'r@home.example', 'We ask.', $2, now(), now())`,
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

  test("by hand-over the earliest is first, by change the latest, and paging visits each order once both ways", async () => {
    const [none, , early, late] = [await newOrder(), ...(await Promise.all([newOrder(), newOrder(), newOrder()]))];
    const same = await newOrder();
    const schedule = (id: bigint, day: string) =>
      call(`PATCH /v1/store/orders/${id}`, { shipDate: `2999-01-${day}T12:00:00Z` });
    await schedule(late.id, "03");
    await schedule(early.id, "01");
    await schedule(same.id, "03");
    const both = async (query: string) => {
      const { pages, last } = await walkOrders(`/v1/store/orders?limit=2&${query}`, "next");
      expect(idsOf((await walkOrders(last, "prev")).pages.toReversed())).toEqual(idsOf(pages));
      return idsOf(pages);
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
    const cursor = linkOf(await call("GET /v1/store/orders?limit=1"), "next")?.searchParams.get("cursor");
    const other = await call(`GET /v1/store/orders?sort=changed&cursor=${cursor}`);
    expectError(other, 400, "bad_request", /^cursor must be .* for the same sort/);
  });

  test("following prev does not miss an order that is committed late", async () => {
    await newOrder();
    const first = await newOrder();
    const petId = await newPet();
    const cursor = linkOf(await call("GET /v1/store/orders?limit=1"), "next")?.searchParams.get("cursor");
    const older = await call(`GET /v1/store/orders?limit=1&cursor=${cursor}`);
    const prev = linkOf(older, "prev")?.searchParams.get("cursor");
    const petsAfter = async () => (await list(`limit=10&cursor=${prev}`)).map((order) => order.petId);
    const held = { sql: "INSERT INTO orders (pet_id) VALUES ($1)", values: [petId] };
    const early = await holdingTransaction(held, async () => {
      const placed = await newOrder();
      expect(await petsAfter()).toEqual([first.petId]);
      return placed;
    });
    expect(await petsAfter()).toEqual([early.petId, petId, first.petId]);
  });
});
