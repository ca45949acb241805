import { beforeEach, describe, expect, test } from "vitest";
import { changeOrder, placeOrder } from "@/lib/adoptions/store";
import { Application } from "@/lib/applications/schema";
import { ChangeSets } from "@/lib/audit/schema";
import { db } from "@/lib/database/client";
import { changePet } from "@/lib/pets/changes/patch-store";
import type { PetStatus } from "@/lib/pets/status";
import { expectError } from "../support/answers";
import { mailsOf, statusOf, suiteApplications } from "../support/application-suite";
import { newPet, sentApplication } from "../support/applications";
import { changesOf, undoLatest } from "../support/records";
import { type Answer, newPerson } from "../support/service";

const { service, staff, read, change, send } = suiteApplications();
const OPERATOR = { kind: "operator" } as const;

const adopter = (more: object = {}) => ({ name: "Vera Adopter", ...more });
const record = (petId: bigint, body: object) => send(`POST /v1/pets/${petId}/adopter`, body);

function expectRecorded(answer: Answer): Application {
  expect(answer, answer.text).toMatchObject({ status: 201 });
  const application = Application.parse(answer.json);
  expect(answer.headers.location).toBe(`/v1/applications/${application.id}`);
  expect(answer.headers.etag).toBe(`"${application.version}"`);
  return application;
}

const ordersOf = (petId: bigint) =>
  db().order.findMany({ where: { petId }, select: { id: true, status: true }, orderBy: { id: "asc" } });

async function complete(petId: bigint): Promise<bigint> {
  const { id } = await placeOrder(OPERATOR, { petId });
  await changeOrder(OPERATOR, id, "complete");
  return id;
}

async function historyOf(petId: bigint): Promise<readonly unknown[]> {
  const answer = await service.call(`GET /v1/pets/${petId}/history`, { key: staff().token });
  return answer.json as unknown[];
}

/** Gives an animal a status by hand. */
async function setStatus(petId: bigint, status: PetStatus): Promise<void> {
  await changePet({ author: OPERATOR, id: petId, ifMatch: "*", change: { status } });
}

describe("POST /v1/pets/{petId}/adopter", () => {
  let petId: bigint;
  beforeEach(async () => {
    petId = (await newPet("Olive")).id;
  });

  test("an available animal becomes sold with a completed order and an approved application, without mail", async () => {
    const contact = { email: "vera@example.org", telephone: "+44 20 7946 0000" };
    const body = adopter({ ...contact, tookPlaceAt: "2020-11-20T12:00:00Z" });
    const application = expectRecorded(await record(petId, body));
    expect(application).toMatchObject({
      ...contact,
      petId,
      petName: "Olive",
      status: "approved",
      name: "Vera Adopter",
      message: "",
      isQuestion: false,
      order: { status: "completed", shipDate: "2020-11-20T12:00:00.000Z" },
      enteredBy: { kind: "person" },
    });
    expect(await statusOf(petId)).toBe("sold");
    expect(await ordersOf(petId)).toEqual([{ id: application.orderId, status: "completed" }]);
    expect(await mailsOf(application.id)).toEqual([]);
  });

  test("the history and the list of changes have the recording", async () => {
    const { id, history } = expectRecorded(await record(petId, adopter()));
    const changes = { adopter: { from: null, to: "Vera Adopter" } };
    expect(history).toMatchObject([
      { changes, actor: { kind: "person" } },
      { changes: { order: { to: "completed" } } },
    ]);
    const { token } = await newPerson("admin");
    const listed = await service.call("GET /v1/changes?about=applications&limit=1", { key: token });
    const recorded = { petId, application: { id, name: "Vera Adopter" }, changes };
    expect(ChangeSets.parse(listed.json)[0]?.changes.at(-1)).toMatchObject(recorded);
  });

  test("a recorded adopter can be corrected, which its history says once", async () => {
    const { id } = expectRecorded(await record(petId, adopter({ telephone: "+44 20 7946 0000" })));
    const correct = (application: string, body: object) => change(application, { adopter: body });
    const right = { name: "Vera Adapter", email: "vera@example.org", telephone: null };
    expect((await correct(id, right)).json).toMatchObject({ ...right, version: "2" });
    const { history } = await read(id);
    expect(history[0]?.changes).toEqual({ adopter: { from: "Vera Adopter", to: "Vera Adapter" } });
    expect((await correct(id, right)).json).toMatchObject({ version: "2" });
    expectError(await correct(id, { ...right, name: "" }), 400, "bad_request", /name/);
    const applicant = await sentApplication();
    const refused = await correct(applicant.id, { ...right, telephone: "+44 20 7946 0000" });
    expectError(refused, 409, "conflict", /^Only an adopter whom the shelter recorded/);
  });

  test("the hand-over dates the adoption, which gets an order and only one adopter", async () => {
    const tookPlaceAt = "2020-01-20T12:00:00.001Z";
    const { orderId, history } = expectRecorded(await record(petId, adopter({ tookPlaceAt })));
    expect(await statusOf(petId)).toBe("sold");
    expect(await ordersOf(petId)).toEqual([{ id: orderId, status: "completed" }]);
    const order = await db().order.findUniqueOrThrow({ where: { id: orderId ?? 0n } });
    expect(order.changedAt?.toISOString()).toBe(tookPlaceAt);
    expect(history.at(-1)?.changes).toMatchObject({ tookPlaceAt: { from: null, to: tookPlaceAt } });
    const sold = (await changesOf(petId)).filter(({ changes }) => changes.status?.to === "sold");
    expect(sold.map(({ at }) => at)).toEqual([new Date(tookPlaceAt)]);
    expectError(await record(petId, adopter()), 409, "conflict", /already recorded/);
    expect(await ordersOf(petId)).toHaveLength(1);
  });

  test.each(["completed", "marked by hand"])(
    "an adoption that was %s gets its name, and no second order, and can no longer be undone",
    async (how) => {
      if (how === "completed") await complete(petId);
      else await setStatus(petId, "sold");
      const [order] = await ordersOf(petId);
      const application = expectRecorded(await record(petId, adopter()));
      expect(await ordersOf(petId)).toEqual([{ id: application.orderId, status: "completed" }]);
      expect(application.orderId).toBe(order?.id);
      const [latest] = await historyOf(petId);
      expect(latest).toMatchObject({ application: { id: application.id } });
      expectError(await undoLatest(service, petId, { key: staff().token }), 409, "conflict", /changed again since/);
    },
  );

  test("an animal that was added as adopted gets its order with its adopter", async () => {
    const added = await newPet("Olive", "sold");
    expect(await ordersOf(added.id)).toEqual([]);
    const { id, orderId } = expectRecorded(await record(added.id, adopter()));
    expect(await ordersOf(added.id)).toEqual([{ id: orderId, status: "completed" }]);
    expect((await historyOf(added.id))[0]).toMatchObject({ action: "order.completed", application: { id } });
  });

  test("409 when an adoption is open", async () => {
    await placeOrder(OPERATOR, { petId });
    expectError(await record(petId, adopter()), 409, "conflict", /adoption of this animal is open/);
    expect(await statusOf(petId)).toBe("pending");
  });
});
