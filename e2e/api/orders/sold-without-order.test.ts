import { beforeEach, describe, expect, test } from "vitest";
import { changeOrder, placeOrder } from "@/lib/adoptions/store";
import { db } from "@/lib/database/client";
import { personName } from "@/lib/values/person-name";
import { mailsOf, statusOf, suiteApplications } from "../support/application-suite";
import { applicationBody, apply, newPet, sentApplication } from "../support/applications";

const { service, staff, change, read, send, patch, undo } = suiteApplications();
const batch = (changes: object[], mode = "each") => send("POST /v1/pets/batch", { mode, changes });
const sold = (petId: bigint) => ({ id: Number(petId), ifMatch: "*", status: "sold" });
const OPERATOR = { kind: "operator" } as const;

/** Makes an adopted animal available by hand and undoes that, so that it is sold again. */
async function undoAvailable(petId: bigint) {
  expect((await patch(petId, { status: "available" })).status).toBe(200);
  return undo(petId);
}

async function complete(petId: bigint) {
  const { id } = await db().order.findFirstOrThrow({ where: { petId } });
  return send(`POST /v1/store/orders/${id}/complete`);
}

describe("an animal that becomes sold", () => {
  let petId: bigint;
  beforeEach(async () => {
    petId = (await newPet()).id;
  });

  test.each([
    ["PATCH", "available", () => patch(petId, { status: "sold", name: "Sold" })],
    ["a batch", "available", () => batch([sold(petId)])],
    ["a batch of all or none", "pending", () => batch([sold(petId)], "all")],
    ["undoing", "sold", () => undoAvailable(petId)],
    ["completing its order", "ordered", () => complete(petId)],
  ] as const)("%s: the open applications are declined, and their applicants are notified", async (_, before, sell) => {
    const sent = await sentApplication(petId);
    const talking = await sentApplication(petId);
    await change(talking.id, { status: "talking" });
    const withdrawn = await sentApplication(petId);
    await change(withdrawn.id, { status: "withdrawn" });
    const spam = applicationBody(petId, { homepage: "https://spam.example" });
    await apply(service, spam);
    const { id: elsewhere } = await sentApplication();
    if (before === "sold") {
      // Adopted, and applied for again after it came back.
      const order = await placeOrder(OPERATOR, { petId });
      await changeOrder(OPERATOR, order.id, "complete");
      for (const { id } of [sent, talking]) await change(id, { status: "new" });
    } else if (before === "ordered") await placeOrder(OPERATOR, { petId });
    else if (before === "pending") await patch(petId, { status: "pending" });
    const told = (await mailsOf(sent.id)).filter((mail) => mail === "pet_adopted").length;

    expect((await sell()).status).toBe(200);
    expect(await statusOf(petId)).toBe("sold");
    expect(await db().order.findMany({ where: { petId } })).toMatchObject([{ status: "completed" }]);
    for (const { id } of [sent, talking]) {
      const application = await read(id);
      expect(application.status).toBe("declined");
      expect(application.history[0]).toMatchObject({
        actor: { kind: "person", name: personName(staff().email) },
        changes: { status: { to: "declined" }, ...(before !== "ordered" && { pet: { from: null, to: "sold" } }) },
      });
      expect((await mailsOf(id)).filter((mail) => mail === "pet_adopted")).toHaveLength(told + 1);
    }
    expect(await read(withdrawn.id)).toMatchObject({ status: "withdrawn", version: "2" });
    expect((await read(spam.id)).status).toBe("declined");
    expect(await mailsOf(spam.id)).toEqual([]);
    expect(await read(elsewhere)).toMatchObject({ status: "new", version: "1" });
  });

  test("a batch declines those of each animal that became sold, and of no other", async () => {
    const [second, refused] = [(await newPet()).id, (await newPet()).id];
    const ids: string[] = [];
    for (const id of [petId, second, refused]) ids.push((await sentApplication(id)).id);
    const answer = await batch([sold(petId), sold(second), { ...sold(refused), ifMatch: "99" }]);
    expect(answer.json).toMatchObject({ results: [{ status: 200n }, { status: 200n }, { status: 412n }] });
    const statuses: string[] = [];
    for (const id of ids) statuses.push((await read(id)).status);
    expect(statuses).toEqual(["declined", "declined", "new"]);
  });
});
