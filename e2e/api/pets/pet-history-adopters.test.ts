import { describe, expect, test } from "vitest";
import { Application } from "@/lib/applications/schema";
import { db } from "@/lib/database/client";
import { entriesOf } from "../support/answers";
import { expectChanged, suiteApplications } from "../support/application-suite";
import { newPet, sentApplication } from "../support/applications";
import { newKey } from "../support/service";

// Who adopts an animal, as its history says it.
const { service, staff, change, send } = suiteApplications();

const historyOf = async (petId: bigint, key = staff().token) =>
  entriesOf(await service.call(`GET /v1/pets/${petId}/history`, { key }));
/** The steps of the adoptions of an animal, oldest first, each with the name of its adopter. */
const stepsOf = async (petId: bigint) =>
  (await historyOf(petId))
    .filter(({ action }) => action.startsWith("order."))
    .map(({ action, application }) => `${action} ${application?.name}`)
    .toReversed();

/** Approves the application of somebody for an animal. Returns the order. */
async function approve(petId: bigint, name: string) {
  const { id } = await sentApplication(petId, { name });
  const { orderId } = expectChanged(await change(id, { status: "approved" }));
  return { id, orderId };
}

describe("GET /v1/pets/{petId}/history", () => {
  test("each step of an adoption names its adopter, also of one that was cancelled", async () => {
    const { id: petId } = await newPet("Olive");
    const first = await approve(petId, "Ada First");
    await send(`POST /v1/store/orders/${first.orderId}/cancel`, {});
    const second = await approve(petId, "Ben Second");
    await send(`POST /v1/store/orders/${second.orderId}/complete`, {});
    await send(`POST /v1/store/orders/${second.orderId}/return`, {});
    await send(`POST /v1/pets/${petId}/adopter`, { name: "Cleo Third" });
    expect(await stepsOf(petId)).toEqual([
      "order.placed Ada First",
      "order.cancelled Ada First",
      "order.placed Ben Second",
      "order.completed Ben Second",
      "order.returned Ben Second",
      "order.completed Cleo Third",
    ]);
  });

  test("a corrected name is shown, and none after the application was deleted", async () => {
    const { id: petId } = await newPet("Olive");
    const { id } = Application.parse((await send(`POST /v1/pets/${petId}/adopter`, { name: "Cleo Thrid" })).json);
    expectChanged(await change(id, { adopter: { name: "Cleo Third", email: null, telephone: null } }));
    expect(await stepsOf(petId)).toEqual(["order.completed Cleo Third"]);
    await db().application.delete({ where: { id } });
    expect(await stepsOf(petId)).toEqual(["order.completed undefined"]);
  });

  test("only a caller who may read applications sees the names, so no key does", async () => {
    const { id: petId } = await newPet("Olive");
    await approve(petId, "Ada First");
    const [latest] = await historyOf(petId, await newKey());
    expect(latest).toMatchObject({ action: "order.placed" });
    expect(latest).not.toHaveProperty("application");
  });
});
