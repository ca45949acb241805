import { expect, test } from "vitest";
import { suiteAdmin } from "../support/admin-suite";
import { applicationBody, apply, newPet, sentApplication } from "../support/applications";

const { service, token, record } = suiteAdmin("Ada");
const QUESTION = { name: "Zoë Quick", email: "zoe@home.example", message: "May we visit?" };
const ZOE = { ...QUESTION, home: "A house with a garden." };

/** Sends an application, and records what its page reads. */
async function opened(name: string, more: object = ZOE, petId?: bigint) {
  const pet = petId ?? (await newPet("Juniper")).id;
  const { id } = await sentApplication(pet, more);
  const one = `/v1/applications/${id}`;
  await record(name, `GET ${one}`);
  await record(`${name}-list`, `GET /v1/applications?limit=20&petId=${pet}`);
  await record(`${name}-pet`, `GET /v1/pets?ids=${pet}&limit=100&include=profile%2Cversion`);
  /** Records a change as the page sends it, and what the page reads then. */
  const change = async (step: string, body: object) => {
    const { version } = JSON.parse((await service.call(`GET ${one}`, { key: token() })).text);
    await recordChange(step, `PATCH ${one}`, body, version);
    await record(`${step}-after`, `GET ${one}`);
  };
  return { pet, one, change };
}

async function recordChange(name: string, target: string, body: object, version: string): Promise<void> {
  const headers = { "if-match": `"${version}"` };
  const answer = await service.call(target, { key: token(), headers, body: JSON.stringify(body), record: name });
  expect(answer, answer.text).toMatchObject({ status: 200 });
}

test("an application: a visit, which is undone", async () => {
  const { change } = await opened("application");
  await change("application-visit", { status: "visit" });
  await change("application-new", { status: "new" });
});

test("an application: a reply, which is undone", async () => {
  const { change } = await opened("application");
  await change("application-replied", { status: "talking", reply: "Come at 3 & bring Tom" });
  await change("application-not-replied", { status: "new", reply: null });
});

test("an application: a note", async () => {
  const { change } = await opened("application");
  await change("application-noted", { note: "Has a garden" });
});

test("an application for an animal that is marked as pending", async () => {
  const { id: pet } = await newPet("Juniper");
  const mark = (status: string) =>
    service.call(`PATCH /v1/pets/${pet}`, { headers: { "if-match": "*" }, body: JSON.stringify({ status }) });
  await mark("pending");
  await opened("application-marked", ZOE, pet);
  const orders = "limit=20&include=dates&status=open&sort=shipDate";
  await record("application-marked-orders", `GET /v1/store/orders?${orders}&petId=${pet}`);
  const seen = await service.call(`GET /v1/pets?ids=${pet}&limit=100&include=profile%2Cversion`);
  const [{ version }] = JSON.parse(seen.text);
  await recordChange("pet-available", `PATCH /v1/pets/${pet}`, { status: "available" }, version);
  await record("pet-available-after", `GET /v1/pets?ids=${pet}&limit=100&include=profile%2Cversion`);
});

test("a question: answered, and reopened", async () => {
  const { change } = await opened("question", QUESTION);
  await change("question-answered", { status: "answered" });
  await change("question-reopened", { status: "new" });
});

test("possible spam: moved to the inbox, or deleted", async () => {
  const { id: pet } = await newPet("Juniper");
  const { formToken, ...body } = applicationBody(pet, ZOE);
  expect(formToken).toBeDefined();
  expect(await apply(service, body)).toMatchObject({ status: 201 });
  const one = `/v1/applications/${body.id}`;
  await record("spam", `GET ${one}`);
  await record("spam-list", `GET /v1/applications?limit=20&petId=${pet}`);
  await record("spam-pet", `GET /v1/pets?ids=${pet}&limit=100&include=profile%2Cversion`);
  const { version } = JSON.parse((await service.call(`GET ${one}`, { key: token() })).text);
  await recordChange("spam-moved", `PATCH ${one}`, { folder: "inbox" }, version);
  await record("spam-moved-after", `GET ${one}`);
  await record("spam-deleted", `DELETE ${one}`);
});
