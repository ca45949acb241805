import { beforeEach, expect, test } from "vitest";
import type { Confirmation } from "@/lib/adoptions/consequences";
import { placeOrder } from "@/lib/adoptions/store";
import { mailsOf, statusOf, suiteApplications } from "../support/application-suite";
import { newPet, sentApplication } from "../support/applications";
import { type Answer, newKey } from "../support/service";

const { service, change, read, send } = suiteApplications();
const OPERATOR = { kind: "operator" } as const;

/** Without the header Confirm. */
const ASKING = { confirm: "" };

let petId: bigint;
beforeEach(async () => {
  petId = (await newPet()).id;
});

const sell = (id: bigint, confirm = "", more: object = {}) =>
  send(`PATCH /v1/pets/${id}`, { status: "sold", ...more }, { "if-match": "*", confirm });

/** Checks that nothing was done, and returns what the service asks. */
function expectAsked(answer: Answer, consequences: object): string {
  expect(answer.json).toMatchObject({ code: "confirmation_required", status: 409n, consequences });
  return (answer.json as Confirmation).confirm;
}

test("one who arrives between the question and the answer is not declined unasked", async () => {
  const { id } = await sentApplication(petId, { name: "Ada" });
  await change((await sentApplication(petId, { name: "Gone" })).id, { status: "withdrawn" });
  const token = expectAsked(await sell(petId), { declines: { count: 1n, names: ["Ada"] }, mails: 1n });
  expect([await statusOf(petId), (await read(id)).status]).toEqual(["available", "new"]);
  const later = await sentApplication(petId, { name: "Vera" });
  const next = expectAsked(await sell(petId, token), { declines: { count: 2n, names: ["Ada", "Vera"] } });
  expect(expectAsked(await sell(petId), { declines: { count: 2n } })).toBe(next);
  expect((await sell(petId, next)).status).toBe(200);
  for (const application of [id, later.id]) expect(await mailsOf(application)).toContain("pet_adopted");
  // Once it is done, the same request does nothing more, and nobody is asked where nothing follows.
  expect((await sell(petId, next)).status).toBe(200);
  expect((await sell((await newPet()).id)).status).toBe(200);
});

test("an open adoption is completed, with its other applications, and undone as a whole", async () => {
  const adopter = await sentApplication(petId, { name: "Ada" });
  const other = await sentApplication(petId, { name: "Vera" });
  await change(adopter.id, { status: "approved" });
  const asked = { handsOver: { count: 1n, names: ["Ada"] }, declines: { count: 1n, names: ["Vera"] } };
  const token = expectAsked(await sell(petId, "", { name: "Renamed" }), asked);
  expect((await sell(petId, token, { name: "Renamed" })).status).toBe(200);
  expect(await read(adopter.id)).toMatchObject({ status: "approved", order: { status: "completed" } });
  expect((await read(other.id)).status).toBe("declined");
  const [latest] = (await send(`GET /v1/pets/${petId}/history?limit=1`, {})).json as { id: bigint }[];
  expect((await send(`POST /v1/changes/${latest?.id}/undo`, {})).status).toBe(200);
  expect(await statusOf(petId)).toBe("pending");
  expect(await read(adopter.id)).toMatchObject({ status: "approved", order: { status: "open" } });
  expect((await read(other.id)).status).toBe("new");
});

test("a batch asks about all of its animals at once, and `all` changes nothing without an answer", async () => {
  const [second, plain] = [(await newPet()).id, (await newPet()).id];
  await sentApplication(petId, { name: "Ada" });
  await placeOrder(OPERATOR, { petId: second });
  const changes = [petId, second, plain].map((id) => ({ id: Number(id), ifMatch: "*", status: "sold" }));
  for (const mode of ["each", "all"]) {
    const answer = await send("POST /v1/pets/batch", { mode, changes }, ASKING);
    expectAsked(answer, { declines: { count: 1n, names: ["Ada"] }, handsOver: { count: 1n, names: [] } });
    expect(await statusOf(plain)).toBe("available");
  }
  expect((await send("POST /v1/pets/batch", { mode: "all", changes })).status).toBe(200);
  expect(await statusOf(second)).toBe("sold");
});

test("completing and recording an adopter ask too, and a key learns no names", async () => {
  await sentApplication(petId);
  const adopter = { name: "Cleo" };
  expectAsked(await send(`POST /v1/pets/${petId}/adopter`, adopter, ASKING), { declines: { count: 1n } });
  const { id } = await placeOrder(OPERATOR, { petId });
  const key = await newKey({ scopes: ["orders:write"] });
  const answer = await service.call(`POST /v1/store/orders/${id}/complete`, { key, body: "{}" });
  expectAsked(answer, { declines: { count: 1n }, handsOver: { count: 0n } });
  expect(answer.text).not.toContain("names");
  expect((await send(`POST /v1/store/orders/${id}/cancel`, {}, ASKING)).status).toBe(200);
});
