import { beforeAll, expect } from "vitest";
import * as z from "zod/mini";
import { pool } from "@/lib/database/pool";
import { expectCommon, expectPet } from "./answers";
import { type Answer, newKey, suiteService } from "./service";

// The schema, written again and strictly: an extra member in an answer is a failure.
const Order = z.strictObject({
  id: z.bigint(),
  petId: z.bigint(),
  quantity: z.literal(1n),
  shipDate: z.nullable(z.string()),
  complete: z.boolean(),
  status: z.enum(["open", "completed", "cancelled", "returned"]),
  returnReason: z.nullable(z.string()),
  version: z.string(),
});
type OrderAnswer = z.infer<typeof Order>;

/** Starts a service, with a key that may read and change orders. */
export function suiteOrders() {
  const service = suiteService();
  let key = "";
  beforeAll(async () => {
    key = await newKey({ scopes: ["pets:read", "pets:write", "history:read", "orders:read", "orders:write"] });
  });

  const call = (target: string, body?: object | string, headers = {}, record?: string) =>
    service.call(target, {
      key,
      headers,
      ...(record && { record }),
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  const newPet = async (status = "available") =>
    expectPet(await call("POST /v1/pets", { name: "Biscuit", categoryId: 1, status }), 201).id;
  const statusOf = async (petId: bigint) => expectPet(await call(`GET /v1/pets/${petId}`), 200).status;
  const post = (petId: bigint, more = "") => call("POST /v1/store/orders", `{"petId":${petId}${more}}`);
  const act = (id: bigint, action: string, body = {}) => call(`POST /v1/store/orders/${id}/${action}`, body);

  /** Places an order for a new animal. */
  const newOrder = async () => expectOrder(await post(await newPet()), 201);

  /** An order after these actions. */
  async function orderAfter(...actions: string[]): Promise<OrderAnswer> {
    let order = await newOrder();
    for (const action of actions) order = expectOrder(await act(order.id, action));
    return order;
  }
  return { service, call, newPet, statusOf, post, act, newOrder, orderAfter };
}

/** Checks an answer with an order, and returns it. */
export function expectOrder(answer: Answer, status: 200 | 201 = 200): OrderAnswer {
  expect(answer, answer.text).toMatchObject({ status });
  expectCommon(answer);
  return Order.parse(answer.json);
}

/** Checks an answer with a list of orders, and returns them. */
export function expectOrders(answer: Answer): OrderAnswer[] {
  expect(answer, answer.text).toMatchObject({ status: 200 });
  expectCommon(answer);
  return z.array(Order).parse(answer.json);
}

/** Returns everything that is stored about the orders of an animal, and the animal. */
export async function storedOrders(petId: bigint) {
  const { rows } = await pool().query(
    `SELECT pets.status, pets.version, orders.id, orders.status AS "order",
       (SELECT json_agg(c ORDER BY set_id, subject) FROM changes AS c WHERE c.pet_id = pets.id) AS changes
     FROM pets LEFT JOIN orders ON orders.pet_id = pets.id WHERE pets.id = $1 ORDER BY orders.id`,
    [petId],
  );
  return JSON.stringify(rows);
}
