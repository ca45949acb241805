import { describe, expect, test } from "vitest";
import { expectError } from "../support/answers";
import { expectOrder, storedOrders, suiteOrders } from "../support/order-suite";

// Placing orders. Listing them is in list-orders.test.ts.
const { call, newPet, statusOf, post } = suiteOrders();

describe("POST /v1/store/orders", () => {
  test("an available animal: 201 with Location, and the animal is pending", async () => {
    const petId = await newPet();
    const answer = await post(petId);
    const order = expectOrder(answer, 201);
    const open = { status: "open", complete: false, shipDate: null, returnReason: null };
    expect(order).toMatchObject({ ...open, petId, quantity: 1n, version: "1" });
    expect(answer.headers.location).toBe(`/v1/store/orders/${order.id}`);
    expect(answer.headers["x-stability"]).toBe("experimental");
    expect(await statusOf(petId)).toBe("pending");
    expect(expectOrder(await call(`GET ${answer.headers.location}`))).toEqual(order);
  });

  test.each([
    ["2030-01-31T15:00:00Z", "2030-01-31T15:00:00.000Z"],
    ["2030-01-31T15:00:00.123456+02:00", "2030-01-31T13:00:00.123Z"],
  ])("shipDate is %s: 201 with the same time in UTC", async (given, shown) => {
    const order = expectOrder(await post(await newPet(), `,"shipDate":"${given}"`), 201);
    expect(order.shipDate).toBe(shown);
    expect(expectOrder(await call(`GET /v1/store/orders/${order.id}`)).shipDate).toBe(shown);
  });

  test.each(["pending", "sold"])("the animal is %s: 409, and nothing is stored", async (status) => {
    const petId = await newPet(status);
    const before = await storedOrders(petId);
    expectError(await post(petId), 409, "conflict", `This animal is ${status}`);
    expect(await storedOrders(petId)).toBe(before);
  });

  test("of 20 simultaneous orders of one animal, one gets 201 and the others 409", async () => {
    const petId = await newPet();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(petId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
  });
});
