import { beforeAll, describe, expect, test } from "vitest";
import { changeApplication } from "@/lib/applications/change-store";
import { Application } from "@/lib/applications/schema";
import { getApplication } from "@/lib/applications/store";
import { additionsStatement, setsStatement } from "@/lib/audit/change-store";
import { animalsOf, type ChangeSet, ChangeSets } from "@/lib/audit/schema";
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
  return { answer, sets: ChangeSets.parse(answer.json) };
}

/** Sends a request as the admin, and expects it to succeed. */
async function send(target: string, body: object) {
  const answer = await service.call(target, {
    key: admin.token,
    headers: { confirm: "*", ...(target.startsWith("PATCH") && { "if-match": "*" }) },
    body: JSON.stringify(body),
  });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer;
}
const change = (petId: bigint, body: object) => send(`PATCH /v1/pets/${petId}`, body);

/** Returns how PostgreSQL reads a list, as if it had many rows. */
async function planOf({ text, values }: ReturnType<typeof setsStatement>): Promise<string> {
  const client = await pool().connect();
  try {
    // With few rows, sorting would be as fast.
    await client.query("SET enable_seqscan = off; SET enable_sort = off");
    const { rows } = await client.query(`EXPLAIN ${text}`, values);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  } finally {
    client.release(true);
  }
}

/** What a set has changed: subjects, actions, and the changed fields. */
const said = ({ changes }: ChangeSet) =>
  changes.map(({ subject, action, changes: fields }) => [subject, action, ...Object.keys(fields).sort()].join(" "));

describe("GET /v1/changes", () => {
  test("one command is one set, newest first, with everything that it changed", async () => {
    const { id, petId } = await sentApplication(await newPet());
    const { id: other } = await sentApplication(petId);
    const approved = await send(`PATCH /v1/applications/${id}`, { status: "approved" });
    const { orderId } = approved.json as { orderId: bigint };
    await send(`POST /v1/store/orders/${orderId}/complete`, {});
    const { sets } = await read("limit=2");
    expect(sets.map(said)).toEqual([
      ["pet order.completed status", "order order.completed status", "application changed pet status toTell"],
      ["pet order.placed status", "order order.placed status", "application changed status"],
    ]);
    expect(sets[0]).toMatchObject({
      actor: { kind: "person" },
      count: 3,
      changes: [
        { petId, petName: "Biscuit", application: null, changes: { status: { from: "pending", to: "sold" } } },
        { petId, application: { id, name: "Ada Marlowe" } },
        { petId, application: { id: other, name: "Ada Marlowe" } },
      ],
    });
  });

  test("whoever took over an application is its handler, also under a new name", async () => {
    const { id } = await sentApplication(await newPet());
    const [person, other] = [await newPerson("staff"), await newPerson("staff")];
    for (const handledBy of [person.id, null, other.id])
      await changeApplication({ kind: "person", id: person.id }, id, { handledBy }, null);
    const names = { [person.id]: "Toni Renamed", [other.id]: "Toni Renamed" };
    for (const [who, name] of Object.entries(names)) await db().user.update({ where: { id: who }, data: { name } });
    const { sets } = await read("about=applications&limit=3");
    const name = "Toni Renamed";
    expect(
      sets.flatMap((set) => animalsOf(set).map((one) => [set.actor.name, one.byHandler, one.changes.handledBy])),
    ).toEqual([
      [name, false, { from: null, to: name }],
      [name, true, { from: name, to: null }],
      [name, true, { from: null, to: name }],
    ]);
    const { data: application } = await getApplication(id);
    expect(application.history[0]?.changes).toEqual({ handledBy: { from: null, to: name } });
  });

  test("removed animals keep their names, and what is left of a deleted application is not listed", async () => {
    const [one, two] = [await newPet(), await newPet()];
    await change(one, { name: "Bello" });
    await removePet({ kind: "person", id: admin.id }, one, null);
    const { id } = await sentApplication(two);
    await send(`PATCH /v1/applications/${id}`, { note: "Called" });
    expect((await read("limit=1")).sets.map(said)).toEqual([["application changed note"]]);
    await service.call(`DELETE /v1/applications/${id}`, { key: admin.token });
    const { sets } = await read("limit=3");
    expect(sets.map(said)).toEqual([["application application.delete"], ["pet removed"], ["pet changed name"]]);
    expect(sets.flatMap(animalsOf).map(({ petName }) => petName)).toEqual(["Bello", "Bello"]);
  });

  test("recorded and corrected adopters are among the adoptions", async () => {
    const petId = await newPet();
    const recorded = await send(`POST /v1/pets/${petId}/adopter`, { name: "Vera Adopter" });
    const { id } = Application.parse(recorded.json);
    await send(`PATCH /v1/applications/${id}`, { adopter: { name: "Vera Adapter", email: null, telephone: null } });
    await send(`PATCH /v1/applications/${id}`, { note: "Has a garden" });
    const { sets } = await read("about=orders&limit=2");
    expect(sets.map(said)).toEqual([
      ["application changed adopter"],
      ["pet order.completed status", "order order.completed status", "application changed adopter"],
    ]);
    const application = { id, name: "Vera Adapter" };
    expect(sets[1]?.changes).toMatchObject([{ application: null }, { application }, { application }]);
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
    const added = (petId: bigint) => [{ subject: "pet", action: "created", petId, petName: "Added", changes: {} }];
    const { sets } = await read("about=pets&limit=4");
    expect(sets).toMatchObject([
      { changes: [{ action: "removed", petId: third, petName: "Added" }] },
      { id: `pet-${third}`, count: 1, actor: { kind: "person" }, changes: added(third) },
      { id: `pet-${second}`, count: 1, actor: { kind: "key" }, changes: added(second) },
      { id: `pet-${first}`, count: 1, actor: { kind: "person" }, changes: added(first) },
    ]);
    const mine = await read(`about=pets&actor=person:${admin.id}&limit=2`);
    expect(mine.sets.map(said)).toEqual([["pet removed"], ["pet created"]]);
    const next = await read(String(linkOf(mine.answer, "next")?.searchParams));
    expect(next.sets[0]?.id).toBe(`pet-${first}`);
    // Those from before authors were stored.
    await pool().query("UPDATE pets SET created_by = NULL WHERE id = $1", [String(second)]);
    expect((await read("limit=3")).sets[2]?.actor).toEqual({ kind: "unknown", name: null });
  });

  test.each(["older", "newer"] as const)("each list is read along an index, towards %s entries", async (direction) => {
    const cut = { direction, set: 9n, addition: 9n };
    for (const actor of [undefined, "person:nobody"]) {
      const plan = await planOf(additionsStatement({ actor }, cut, 2));
      expect(plan).toMatch(/Merge Append.*\n.*\n.*Index.* using pets_pkey/);
    }
    for (const [wanted, index] of [
      [{}, "change_sets_pkey"],
      [{ actor: "person:nobody" }, "change_sets_author_id_idx"],
      [{ about: "applications" }, "changes_applications_idx"],
      [{ about: "orders" }, "changes_orders_idx"],
      [{ about: "settings" }, "changes_settings_idx"],
      [{ about: "keys" }, "changes_settings_idx"],
      [{ petId: 5n }, "changes_pet_id_set_id_idx"],
    ] as const)
      expect(await planOf(setsStatement(wanted, cut, 2)), index).toContain(index);
  });

  test("filters by author and by time; the first change that is too old ends the list", async () => {
    const pet = await newPet();
    await change(pet, { name: "Mine" });
    expect(await call(`PATCH /v1/pets/${pet}`, { name: "By a key" }, { "if-match": "*" })).toMatchObject({
      status: 200,
    });
    for (const about of ["", "about=pets&"]) {
      const mine = (await read(`${about}actor=person:${admin.id}&limit=1`)).sets;
      expect(mine).toMatchObject([{ changes: [{ petId: pet, changes: { name: { to: "Mine" } } }] }]);
      expect((await read(`${about}actor=person:nobody`)).sets).toEqual([]);
    }
    const [newest] = (await read("limit=1")).sets;
    await pool().query("UPDATE change_sets SET at = now() - interval '2 days' WHERE id < $1", [String(newest?.id)]);
    for (const table of ["pets", "removed_pets"])
      await pool().query(`UPDATE ${table} SET created_at = now() - interval '2 days'`);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    const { answer, sets } = await read(`limit=1&from=${yesterday}`);
    expect(sets.map(({ id }) => id)).toEqual([newest?.id]);
    expect(linkOf(answer, "next")).toBeNull();
  });

  test("selects what was done to one animal, its applications and its adoptions, also by one author", async () => {
    const order = await orderAfter("complete", "return");
    const other = await orderAfter();
    const { id } = await sentApplication(order.petId);
    await change(order.petId, { name: "Selected" });
    await change(other.petId, { name: "Other" });
    await send(`PATCH /v1/applications/${id}`, { note: "Called" });
    const actions = async (query: string) => {
      const { sets } = await read(`${query}petId=${order.petId}`);
      expect(new Set(sets.flatMap(animalsOf).map(({ petId }) => petId))).toEqual(new Set([order.petId]));
      return sets.map(({ changes }) => changes[0]?.action);
    };
    const steps = ["order.returned", "order.completed", "order.placed"];
    expect(await actions("")).toEqual(["changed", "changed", ...steps, "created"]);
    expect(await actions("about=pets&")).toEqual(["changed", ...steps, "created"]);
    expect(await actions(`about=pets&actor=person:${admin.id}&`)).toEqual(["changed"]);
    expect(await actions("about=orders&")).toEqual(steps);
    expect(await actions("about=applications&")).toEqual(["changed"]);
    const { answer } = await read(`about=pets&petId=${order.petId}&limit=1`);
    expect(linkOf(answer, "next")?.searchParams.get("petId")).toBe(String(order.petId));
    expect((await read("petId=-1")).sets).toEqual([]);
  });

  test("changes of settings are among all changes, and in lists of their own; only admins see them", async () => {
    const { id } = (await send("POST /v1/keys", { name: "Shop" })).json as { id: string };
    await send("POST /v1/people", { email: "kim@shelter.example", role: "staff" });
    const created = { subject: "key", subjectId: id, action: "key.create", name: "Shop" };
    const added = { subject: "person", action: "person.add", name: "Kim", email: "kim@shelter.example" };
    for (const query of ["", "about=settings&"])
      expect((await read(`${query}limit=2`)).sets).toMatchObject([{ changes: [added] }, { changes: [created] }]);
    expect((await read("about=keys&limit=1")).sets).toMatchObject([{ changes: [created] }]);
    expect((await read("about=pets&limit=1")).sets.flatMap(said)).not.toContain("person person.add role");
    const { token } = await newPerson("staff");
    expectError(await service.call("GET /v1/changes", { key: token }), 403, "forbidden");
  });
});
