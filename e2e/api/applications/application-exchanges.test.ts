import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { setClock } from "@/lib/process/clock";
import { DAY_MS, HOUR_MS } from "@/lib/values/time";
import { suiteAdmin } from "../support/admin-suite";
import { applicationBody, apply, asVisitor, newPet, sentApplication } from "../support/applications";
import { undoLatest } from "../support/records";

// What the pages of applications send and read, for component tests.
const { service, admin, token, record, refuse } = suiteAdmin("Ada");
const list = (query: string) => `GET /v1/applications?limit=20&${query}`;

/** Records what the overview and the inbox read. */
async function recordAll(name: string, me: string): Promise<void> {
  await record(`${name}-open`, list("ongoing=true"));
  await record(`${name}-mine`, list(`handledBy=${me}`));
  await record(`${name}-counts`, "GET /v1/overview");
  await record(`${name}-orders`, "GET /v1/store/orders?limit=100&status=open&sort=shipDate");
  await record(`${name}-to-tell`, list("toTell=true&sort=oldest"));
  await record(`${name}-fresh`, list("status=new&sort=oldest"));
  await record(`${name}-talking`, list(`status=talking&handledBy=${me}&sort=oldest`));
  await record(`${name}-visit`, "GET /v1/applications?limit=100&status=visit&sort=oldest");
}

test("an inbox that is empty, and one with applications", async () => {
  await recordAll("nothing", admin().id);
  const sent = async (days: number, name: string, petName: string, more: object = { home: "A house." }) => {
    setClock(() => Date.now() - days * DAY_MS);
    const { id: petId } = await newPet(petName);
    const { id } = await sentApplication(petId, { name, email: "ada@home.example", ...more });
    setClock(null);
    return { id, petId };
  };
  const change = async (id: string, body: object) =>
    expect(await record(null, `PATCH /v1/applications/${id}`, body, { ifMatch: "*" })).toMatchObject({ status: 200 });
  const overdue = await sent(9, "Iris Overdue", "Aspen");
  const mine = await sent(3, "Wanda Mine", "Briar");
  await change(mine.id, { status: "talking", handledBy: admin().id });
  const visiting = await sent(3, "Vera Visiting", "Ember");
  await change(visiting.id, { status: "visit", visitAt: "2030-12-05T15:30" });
  const untold = await sent(2, "Theo Untold", "Clover");
  await change(untold.id, { status: "declined", toTell: true });
  const adopting = await sent(2, "Otis Adopting", "Dahlia");
  const shipDate = new Date(Date.now() - 2 * DAY_MS - 6 * HOUR_MS).toISOString();
  await change(adopting.id, { status: "approved", shipDate });
  const fresh = await sent(0, `${"Long".repeat(20)} שלום 🐾`, "Elder", {});
  expect(await refuse("POST /v1/store/orders", { petId: Number(fresh.petId) })).toMatchObject({ status: 201 });
  const ids = [overdue, mine, visiting, adopting, fresh].map(({ petId }) => petId).join("%2C");
  await record("inbox-pets", `GET /v1/pets?ids=${ids}&limit=100&include=profile%2Cversion`);
  await record("inbox-due-pet", `GET /v1/pets?ids=${adopting.petId}&limit=100&include=profile%2Cversion`);
  await record("inbox-untold-pet", `GET /v1/pets?ids=${untold.petId}&limit=100&include=profile%2Cversion`);
  await recordAll("inbox", admin().id);
  const [{ id: order }] = JSON.parse(
    (await service.call(`GET /v1/store/orders?petId=${adopting.petId}`, { key: token() })).text,
  );
  await record("inbox-adopter", `GET /v1/applications?limit=100&orderIds=${order}`);
});

const QUESTION = { name: "Zoë Quick", email: "zoe@home.example", message: "May we visit?" };
const ZOE = { ...QUESTION, home: "A house with a garden." };

/** Sends an application, and records what its page reads. */
async function opened(name: string, more: object) {
  const { id: pet } = await newPet("Juniper");
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
  const undo = async (step: string) => {
    await undoLatest(service, BigInt(pet), { key: token(), subject: "application", record: step });
    await record(`${step}-after`, `GET ${one}`);
  };
  return { change, undo };
}

async function recordChange(name: string, target: string, body: object, version: string): Promise<void> {
  const answer = await record(name, target, body, { ifMatch: Number(version) });
  expect(answer, answer.text).toMatchObject({ status: 200 });
}

const REPLY = { status: "talking", reply: "Come at 3 & bring Tom" };
test.each<[what: string, name: string, sent: object, steps: Record<string, object | "undo">]>([
  ["a visit", "application", ZOE, { "application-visit": { status: "visit" }, "application-new": "undo" }],
  [
    "the time of a visit",
    "visiting",
    ZOE,
    {
      "visiting-visit": { status: "visit" },
      "visiting-set": { visitAt: "2030-12-05T15:30" },
      "visiting-unset": "undo",
    },
  ],
  ["a reply", "application", ZOE, { "application-replied": REPLY, "application-not-replied": "undo" }],
  ["a note", "application", ZOE, { "application-noted": { note: "Has a garden" } }],
  [
    "a question",
    "question",
    QUESTION,
    { "question-answered": { status: "answered" }, "question-reopened": { status: "new" } },
  ],
])("steps of an application: %s", async (_what, name, sent, steps) => {
  const { change, undo } = await opened(name, sent);
  for (const [step, body] of Object.entries(steps)) await (body === "undo" ? undo(step) : change(step, body));
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

/** What the form sends. */
const filledIn = (petId: bigint) => ({
  id: randomUUID(),
  petId: Number(petId),
  name: "Ada Marlowe",
  email: "ada@home.example",
  message: "We have a sofa.",
  home: "A house with a garden",
  consent: true,
  homepage: "",
  formToken: "made",
  retryToken: randomUUID(),
});

test("staff enter an application, and then another text as the same one", async () => {
  const { id } = await newPet();
  const form = filledIn(id);
  expect(await record("application-entered", "POST /v1/applications", form)).toMatchObject({ status: 201 });
  const edited = { ...form, message: "We have two sofas." };
  expect(await record("application-earlier", "POST /v1/applications", edited)).toMatchObject({ status: 409 });
});

test("an application for an animal that was adopted meanwhile is refused", async () => {
  const { id } = await newPet("Biscuit", "sold");
  expect(await record("application-taken", "POST /v1/applications", filledIn(id))).toMatchObject({ status: 409 });
});

test("after twenty applications, an address has to wait", async () => {
  setClock(() => Date.UTC(2030, 0, 31, 12));
  const { id } = await newPet();
  const { key } = asVisitor();
  const send = (name?: string) =>
    service.call("POST /v1/applications", {
      key,
      body: JSON.stringify({ ...filledIn(id), ...(!name && { email: `${randomUUID()}@home.example` }) }),
      ...(name !== undefined && { record: name }),
    });
  for (let sent = 0; sent < 20; sent++) expect(await send()).toMatchObject({ status: 201 });
  expect(await send("application-limited")).toMatchObject({ status: 429 });
});
