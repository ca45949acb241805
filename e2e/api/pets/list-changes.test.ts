import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { changeApplication } from "@/lib/applications/change-store";
import { getApplication } from "@/lib/applications/store";
import { changesStatement } from "@/lib/audit/change-store";
import { type ListedChange, ListedChanges } from "@/lib/audit/schema";
import { db } from "@/lib/database/client";
import { pool } from "@/lib/database/pool";
import { removePet } from "@/lib/pets/changes/record-store";
import { expectError, linkOf } from "../support/answers";
import { sentApplication } from "../support/applications";
import { suiteOrders } from "../support/order-suite";
import { newPerson } from "../support/service";

const { service, call, newPet, orderAfter } = suiteOrders();
let admin: Awaited<ReturnType<typeof newPerson>>;

beforeAll(async () => {
  admin = await newPerson("admin");
});

async function read(query: string) {
  const answer = await service.call(`GET /v1/changes?${query}`, { key: admin.token });
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return { answer, changes: ListedChanges.parse(answer.json) };
}

/** Changes an animal as the admin. */
const change = (petId: bigint, body: object) =>
  service.call(`PATCH /v1/pets/${petId}`, {
    key: admin.token,
    headers: { "if-match": "*" },
    body: JSON.stringify(body),
  });

/** Returns how PostgreSQL reads a list, as if it had many rows. */
async function planOf(wanted: Parameters<typeof changesStatement>[0], direction: "older" | "newer"): Promise<string> {
  const client = await pool().connect();
  try {
    // With few rows, sorting would be as fast.
    await client.query("SET enable_seqscan = off; SET enable_sort = off");
    const { text, values } = changesStatement(wanted, { direction, id: 9n, count: 2 });
    const { rows } = await client.query(`EXPLAIN ${text}`, values);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  } finally {
    client.release(true);
  }
}

const said = ({ action, petId, changes }: ListedChange) => [action, petId, Object.keys(changes)];

describe("GET /v1/changes", () => {
  test("whoever took over an application is its handler, also under a new name", async () => {
    const { id } = await sentApplication(await newPet());
    const [person, other] = [await newPerson("staff"), await newPerson("staff")];
    for (const handledBy of [person.id, null, other.id])
      await changeApplication({ kind: "person", id: person.id }, id, { handledBy }, null);
    const names = { [person.id]: "Toni Renamed", [other.id]: "Toni Renamed" };
    for (const [who, name] of Object.entries(names)) await db().user.update({ where: { id: who }, data: { name } });
    const { changes } = await read("about=applications&limit=3");
    const name = "Toni Renamed";
    expect(changes.map(({ actor, byHandler, changes: { handledBy } }) => [actor.name, byHandler, handledBy])).toEqual([
      [name, false, { from: null, to: name }],
      [name, true, { from: name, to: null }],
      [name, true, { from: null, to: name }],
    ]);
    const { application } = await getApplication(id);
    expect(application.history[0]?.changes).toEqual({ handledBy: { from: null, to: name } });
  });

  test("lists the changes of all animals, newest first, with current names, also those of removed animals", async () => {
    const [one, two] = [await newPet(), await newPet()];
    await change(one, { name: "Bello" });
    await change(two, { status: "pending" });
    await removePet({ kind: "person", id: admin.id }, one, null);
    const { changes } = await read("limit=3");
    expect(changes.map(said)).toEqual([
      ["removed", one, []],
      ["changed", two, ["status"]],
      ["changed", one, ["name"]],
    ]);
    expect(changes[2]).toMatchObject({
      petName: "Bello",
      application: null,
      orderId: null,
      changes: { name: { from: "Biscuit", to: "Bello" } },
      actor: { kind: "person" },
    });
    expect(changes[1]?.petName).toBe("Biscuit");
  });

  test("lists the steps of adoptions, and what was done with applications", async () => {
    const order = await orderAfter("complete", "return");
    const { changes: steps } = await read("about=orders&limit=3");
    expect(steps.map(({ action, orderId, petId, petName }) => [action, orderId, petId, petName])).toEqual(
      ["returned", "completed", "placed"].map((action) => [action, order.id, order.petId, "Biscuit"]),
    );
    expect(steps[0]?.actor.kind).toBe("key");
    const { id } = await sentApplication(order.petId);
    const answer = await service.call(`PATCH /v1/applications/${id}`, {
      key: admin.token,
      headers: { "if-match": "*" },
      body: JSON.stringify({ status: "talking" }),
    });
    expect(answer, answer.text).toMatchObject({ status: 200 });
    const { changes } = await read("about=applications&limit=1");
    expect(changes).toMatchObject([
      {
        application: { id, name: "Ada Marlowe" },
        petId: order.petId,
        petName: "Biscuit",
        changes: { status: { from: "new", to: "talking" } },
      },
    ]);
  });

  test("lists which adopters were recorded and corrected, along their index", async () => {
    const petId = await newPet();
    const id = randomUUID();
    const recorded = await service.call(`POST /v1/pets/${petId}/adopter`, {
      key: admin.token,
      body: JSON.stringify({ id, name: "Vera Adopter" }),
    });
    expect(recorded, recorded.text).toMatchObject({ status: 201 });
    const send = (body: object) =>
      service.call(`PATCH /v1/applications/${id}`, {
        key: admin.token,
        headers: { "if-match": "*" },
        body: JSON.stringify(body),
      });
    const corrected = await send({ adopter: { name: "Vera Adapter", email: null, telephone: null } });
    expect(corrected, corrected.text).toMatchObject({ status: 200 });
    expect(await send({ note: "Has a garden" })).toMatchObject({ status: 200 });
    const { changes } = await read("about=adopters&limit=2");
    const application = { id, name: "Vera Adapter" };
    expect(changes).toMatchObject([
      { application, petId, changes: { adopter: { from: "Vera Adopter", to: "Vera Adapter" } } },
      { application, petId, changes: { adopter: { from: null, to: "Vera Adopter" } } },
    ]);
    const plan = await planOf({ about: "adopters", actor: undefined }, "older");
    expect(plan).toContain("application_changes_adopter_idx");
    // The steps of the adoption name the adopter.
    expect((await read("about=orders&limit=1")).changes).toMatchObject([{ application, petId, action: "completed" }]);
  });

  test("lists which animals were added, by whom, also removed ones", async () => {
    const post = (name: string, key?: string) =>
      service.call("POST /v1/pets", { body: JSON.stringify({ name, categoryId: 1 }), ...(key && { key }) });
    const ids: bigint[] = [];
    for (const key of [admin.token, undefined, admin.token]) {
      ids.push(BigInt(JSON.parse((await post("Added", key)).text).id));
    }
    const [first = 0n, second = 0n, third = 0n] = ids;
    await removePet({ kind: "person", id: admin.id }, third, null);
    const { changes } = await read("about=additions&limit=3");
    expect(changes).toMatchObject([
      { id: third, petId: third, petName: "Added", action: "created", actor: { kind: "person" }, changes: {} },
      { id: second, petId: second, actor: { kind: "key" }, application: null, orderId: null },
      { id: first, actor: { kind: "person" } },
    ]);
    const mine = await read(`about=additions&actor=person:${admin.id}&limit=1`);
    expect(mine.changes.map(({ id }) => id)).toEqual([third]);
    const next = await read(String(linkOf(mine.answer, "next")?.searchParams));
    expect(next.changes.map(({ id }) => id)).toEqual([first]);
    // Those from before authors were stored.
    await pool().query("UPDATE pets SET created_by = NULL WHERE id = $1", [String(second)]);
    expect((await read("about=additions&limit=2")).changes[1]?.actor).toEqual({ kind: "unknown", name: null });
  });

  test("additions are read along the primary keys, those of an author too", async () => {
    for (const actor of [undefined, "person:nobody"]) {
      for (const direction of ["older", "newer"] as const) {
        const plan = await planOf({ about: "additions", actor }, direction);
        expect(plan).toMatch(/Merge Append.*\n.*\n.*Index.* using pets_pkey/);
      }
    }
  });

  test("paging visits every change once, to the oldest and back, and later changes do not shift it", async () => {
    const pet = await newPet();
    for (let index = 0; index < 5; index++) await change(pet, { name: `Name ${index}` });
    const all = (await read("about=pets&limit=200")).changes.map(({ id }) => id);
    const found: bigint[][] = [];
    let path = "about=pets&limit=2";
    for (;;) {
      const { answer, changes } = await read(path);
      found.push(changes.map(({ id }) => id));
      if (found.length === 1) await change(pet, { name: "Later" });
      const next = linkOf(answer, "next");
      if (!next) break;
      expect(next.searchParams.get("about")).toBe("pets");
      path = next.searchParams.toString();
    }
    expect(found.flat()).toEqual(all);
    const last = await read(path);
    const back = linkOf(last.answer, "prev");
    expect((await read(String(back?.searchParams))).changes.map(({ id }) => id)).toEqual(found.at(-2));
  });

  test("filters by author and by time; the first change that is too old ends the list", async () => {
    const pet = await newPet();
    await change(pet, { name: "Mine" });
    expect(await call(`PATCH /v1/pets/${pet}`, { name: "By a key" }, { "if-match": "*" })).toMatchObject({
      status: 200,
    });
    const mine = (await read(`about=pets&actor=person:${admin.id}&limit=1`)).changes;
    expect(mine).toMatchObject([{ petId: pet, changes: { name: { to: "Mine" } } }]);
    expect((await read("about=pets&actor=applicant")).changes).toEqual([]);
    const [newest] = (await read("about=pets&limit=1")).changes;
    await pool().query("UPDATE pet_changes SET at = now() - interval '2 days' WHERE id < $1", [String(newest?.id)]);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    const { answer, changes } = await read(`about=pets&limit=1&from=${yesterday}`);
    expect(changes.map(({ id }) => id)).toEqual([newest?.id]);
    expect(linkOf(answer, "next")).toBeNull();
  });

  test("selects what was done to one animal, its applications and its adoptions, also by one author", async () => {
    const order = await orderAfter("complete", "return");
    const other = await orderAfter();
    const { id } = await sentApplication(order.petId);
    await change(order.petId, { name: "Selected" });
    await change(other.petId, { name: "Other" });
    const handled = await service.call(`PATCH /v1/applications/${id}`, {
      key: admin.token,
      headers: { "if-match": "*" },
      body: JSON.stringify({ note: "Called" }),
    });
    expect(handled, handled.text).toMatchObject({ status: 200 });
    const actions = async (about: string, more = "") => {
      const { changes } = await read(`about=${about}&petId=${order.petId}${more}`);
      expect(new Set(changes.map(({ petId }) => petId))).toEqual(new Set([order.petId]));
      return changes.map(({ action, changes: fields }) => [action, ...Object.keys(fields)].join(" "));
    };
    expect(await actions("pets")).toEqual([
      "changed name",
      "order.returned status",
      "order.completed status",
      "order.placed status",
    ]);
    expect(await actions("pets", `&actor=person:${admin.id}`)).toEqual(["changed name"]);
    expect(await actions("orders")).toEqual(["returned", "completed", "placed"]);
    expect((await actions("applications"))[0]).toBe("changed note");
    expect(await actions("additions")).toEqual(["created"]);
    expect((await read(`about=additions&petId=${order.petId}&actor=person:${admin.id}`)).changes).toEqual([]);
    const { answer } = await read(`about=pets&petId=${order.petId}&limit=1`);
    expect(linkOf(answer, "next")?.searchParams.get("petId")).toBe(String(order.petId));
    // One that is gone is found too, and one that never was has no changes.
    await removePet({ kind: "person", id: admin.id }, await newPet(), null);
    const [removed] = (await read("about=pets&limit=1")).changes;
    expect((await read(`about=pets&petId=${removed?.petId}`)).changes).toMatchObject([{ action: "removed" }]);
    expect((await read("about=pets&petId=-1")).changes).toEqual([]);
  });

  test("the changes of one animal are read along the indexes of animals", async () => {
    const wanted = { actor: undefined, petId: 5n } as const;
    expect(await planOf({ ...wanted, about: "pets" }, "older")).toContain("pet_changes_pkey");
    expect(await planOf({ ...wanted, about: "orders" }, "older")).toContain("orders_pet_id_id_idx");
    expect(await planOf({ ...wanted, about: "applications" }, "older")).toContain("applications_pet_id_number_idx");
  });

  test.each([
    ["about=pets&petId=Olive", /^petId must be a whole number/],
    ["about=keys", /^about must be one of pets, applications, orders, additions, adopters/],
    ["about=pets&actor=person", /^actor must be key:ID, person:ID, applicant, operator or service/],
    ["about=pets&from=yesterday", /^from must be a date and time/],
    ["about=pets&limit=201", /^limit must be a whole number from 1 to 200/],
    ["about=pets&cursor=abc", /^cursor must be one that this service gave/],
  ])("%s: 400", async (query, message) => {
    expectError(await service.call(`GET /v1/changes?${query}`, { key: admin.token }), 400, "bad_request", message);
  });

  test("staff who are not admins, and keys, may not read it", async () => {
    const { token } = await newPerson();
    expectError(await service.call("GET /v1/changes?about=pets", { key: token }), 403, "forbidden");
    expectError(await call("GET /v1/changes?about=pets"), 403, "forbidden");
  });
});
