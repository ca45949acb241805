import { beforeAll, describe, expect, test } from "vitest";
import { changeOrder, placeOrder } from "@/lib/adoptions/store";
import { changeApplication } from "@/lib/applications/change-store";
import { pool } from "@/lib/database/pool";
import { monthStart } from "@/lib/overview/schema";
import { ADOPTIONS, APPLICATIONS, ARRIVALS, ORDERS } from "@/lib/overview/store";
import { changePet } from "@/lib/pets/changes/patch-store";
import { FIRST_SINCE } from "@/lib/pets/list/arrival-store";
import { changeProfile } from "@/lib/pets/profile/store";
import { setClock } from "@/lib/process/clock";
import { expectCommon, expectPets } from "../support/answers";
import { applicationBody, apply, newPet, sentApplication } from "../support/applications";
import { storePhotos } from "../support/records";
import { asOwner, newPerson, suiteService } from "../support/service";

const AUTHOR = { kind: "operator" } as const;
const service = suiteService();
let token = "";

type Count = { count: number; more: boolean };
type Body = {
  animals: Record<"available" | "pending" | "adoptedThisMonth" | "adoptedLastMonth", Count>;
  applications: { inbox: Record<string, Count>; suspicious: Count; toTell: Count; approved: Record<string, Count> };
  orders: Record<string, Count>;
  waitingLongest: { id: number; name: string; arrivedAt: string }[];
  lacking: { photo: Count; story: Count };
  weeks: { from: string; arrivals: Count; adoptions: Count }[];
};

async function overview(): Promise<Body> {
  const answer = await service.call("GET /v1/overview", { key: token });
  expect(answer, answer.text).toMatchObject({ status: 200 });
  expectCommon(answer);
  return JSON.parse(answer.text) as Body;
}

const few = (count: number) => ({ count, more: false });

/** Lists the names of the animals of a filter. */
async function list(filter: string): Promise<string[]> {
  return expectPets(await service.call(`GET /v1/pets?limit=100&${filter}`)).map(({ name }) => name);
}
/** The filter of the animals that were adopted this month. */
const thisMonth = () => `adoptedSince=${new Date().toISOString().slice(0, 7)}-01`;
/** Compares the numbers of the page with the lists to which they lead. */
async function expectLists({ animals, orders, lacking }: Body): Promise<void> {
  const lists = [
    "/v1/pets?status=available",
    "/v1/pets?status=pending",
    "/v1/store/orders?status=open",
    `/v1/pets?status=sold&${thisMonth()}`,
    "/v1/pets?status=available&lacks=photo",
    "/v1/pets?status=available&lacks=story",
  ];
  const answers = await Promise.all(lists.map((path) => service.call(`GET ${path}&limit=100`, { key: token })));
  const { available, pending, adoptedThisMonth } = animals;
  expect(answers.map(({ text }) => few(JSON.parse(text).length))).toEqual([
    available,
    pending,
    orders.open,
    adoptedThisMonth,
    lacking.photo,
    lacking.story,
  ]);
}
const sell = (id: bigint) => changePet({ author: AUTHOR, id, ifMatch: null, change: { status: "sold" } });

describe("GET /v1/overview", () => {
  beforeAll(async () => {
    token = (await newPerson()).token;
  });

  test("a shelter without animals gets zeros for twelve weeks", async () => {
    const found = await overview();
    expect(found.animals).toEqual({
      available: few(0),
      pending: few(0),
      adoptedThisMonth: few(0),
      adoptedLastMonth: few(0),
    });
    expect(found.weeks).toHaveLength(12);
    expect(found.weeks.every(({ arrivals, adoptions }) => arrivals.count + adoptions.count === 0)).toBe(true);
    expect(found.waitingLongest).toEqual([]);
    expect(found.lacking).toEqual({ photo: few(0), story: few(0) });
  });

  test("changes of animals and applications are in the next answer", async () => {
    const [first, second, third] = [await newPet("First"), await newPet("Second"), await newPet("Third")];
    const facts = { story: "Found in a garden." };
    await changeProfile({ author: AUTHOR, petId: first.id, ifMatch: null, facts });
    await storePhotos(second.id, "");
    const application = await sentApplication(third.id);
    await sentApplication(third.id);
    await apply(service, applicationBody(first.id, { homepage: "https://spam.example" }));

    const before = await overview();
    expect(before.animals).toMatchObject({ available: few(3), adoptedThisMonth: few(0) });
    expect(before.waitingLongest.map(({ name }) => name)).toEqual(["First", "Second", "Third"]);
    expect(before.lacking).toEqual({ photo: few(2), story: few(2) });
    await expectLists(before);
    expect(await list("status=available&lacks=story&include=profile,version")).toEqual(["Third", "Second"]);
    expect(await list("lacks=photo&q=thi&sort=oldest")).toEqual(["Third"]);
    expect(before.applications).toMatchObject({ inbox: { new: few(2), approved: few(0) }, suspicious: few(1) });
    expect(before.weeks.at(-1)).toMatchObject({ arrivals: few(3), adoptions: few(0) });

    const { data: approved } = await changeApplication(AUTHOR, application.id, { status: "approved" }, null);
    expect((await overview()).animals).toMatchObject({ available: few(2), pending: few(1) });
    await changeOrder(AUTHOR, approved.orderId ?? 0n, "complete");
    const after = await overview();
    await expectLists(after);
    expect(after.applications.approved).toEqual({ open: few(0), completed: few(1), returned: few(0) });
    expect(after.animals).toMatchObject({ available: few(2), pending: few(0), adoptedThisMonth: few(1) });
    expect(after.applications.inbox).toMatchObject({ new: few(0), approved: few(1), declined: few(1) });
    expect(after.weeks.at(-1)).toMatchObject({ arrivals: few(3), adoptions: few(1) });
    // An animal that came back has not found a home. One that was sold twice has.
    await changeOrder(AUTHOR, approved.orderId ?? 0n, "return");
    await placeOrder(AUTHOR, { petId: second.id });
    const returned = await overview();
    await expectLists(returned);
    expect(returned.animals.adoptedThisMonth).toEqual(few(0));
    // It waits since then, so the other one has waited longer.
    expect(returned.waitingLongest.map(({ name }) => name)).toEqual(["First", "Third"]);
    expect(Date.parse(returned.waitingLongest[1]?.arrivedAt ?? "")).toBeGreaterThan(
      Date.parse(before.waitingLongest[2]?.arrivedAt ?? ""),
    );
    expect(returned.applications.approved).toEqual({ open: few(0), completed: few(0), returned: few(1) });
    expect(returned.orders).toEqual({ open: few(1), completed: few(0), cancelled: few(0), returned: few(1) });
    await sell(third.id);
    expect((await overview()).animals.adoptedThisMonth).toEqual(few(1));
  });

  test("older arrivals and adoptions count in their own week, and not in this month", async () => {
    const pet = await newPet("Earlier");
    const at = new Date(Date.now() - 63 * 86_400_000);
    // Ids grow with the time of arrival, so earlier animals must not arrive later.
    await asOwner(`UPDATE pets SET created_at = '${at.toISOString()}' WHERE id = ${pet.id}`);
    await asOwner(`UPDATE pets SET created_at = '2020-01-05' WHERE id < ${pet.id}`);
    await sell(pet.id);
    await asOwner(`UPDATE changes SET at = '${at.toISOString()}' WHERE pet_id = ${pet.id}`);
    const { weeks, animals } = await overview();
    expect(weeks.filter(({ from }) => from > at.toISOString().slice(0, 10)).at(0)).toMatchObject({ arrivals: few(0) });
    expect(weeks.at(2)).toMatchObject({ arrivals: few(1), adoptions: few(1) });
    expect(animals.adoptedThisMonth).toEqual(few(1));
    expect(await list(thisMonth())).toEqual(["Third"]);
    expect(await list("adoptedSince=2000-01-01")).toEqual(["Earlier", "Third"]);
    expect(animals.adoptedLastMonth).toEqual(few(0));
    // The first and the last millisecond of last month, and the ones beside them.
    const lastMonth = monthStart(new Date(), -1);
    const end = monthStart(new Date());
    for (const [time, count] of [
      [lastMonth.getTime() - 1, 0],
      [lastMonth.getTime(), 1],
      [end.getTime() - 1, 1],
      [end.getTime(), 0],
    ] as const) {
      await asOwner(`UPDATE changes SET at = '${new Date(time).toISOString()}' WHERE pet_id = ${pet.id}`);
      // Clears the cache of the numbers.
      await newPet("Another");
      expect((await overview()).animals.adoptedLastMonth, new Date(time).toISOString()).toEqual(few(count));
    }
  });

  test("counts stop at 1,000, walk an index, and are cached for ten seconds", async () => {
    await pool().query("INSERT INTO pets (name, category_id) SELECT 'Pet', 1 FROM generate_series(1, 3000)");
    // This process has changed nothing, so the overview is not read again.
    expect((await overview()).weeks.at(-1)?.arrivals.more).toBe(false);
    setClock(() => Date.now() + 11_000);
    const { animals, weeks, lacking } = await overview();
    expect(animals.available).toEqual({ count: 1_000, more: true });
    expect(weeks.at(-1)?.arrivals).toEqual({ count: 1_000, more: true });
    expect(lacking.photo).toEqual({ count: 1_000, more: true });
    await asOwner("ANALYZE pets; ANALYZE applications; ANALYZE orders; ANALYZE changes");
    for (const [text, types, values, index] of [
      [FIRST_SINCE, "timestamptz[]", "'{2026-01-05}'", "pets_pkey"],
      [ARRIVALS, "bigint[], bigint[], date[], int, int", "'{1}', '{2000}', '{2026-01-05}', 1001, 9", "pets_pkey"],
      [ADOPTIONS, "timestamptz[], timestamptz[], int", "'{2026-01-05}', '{2099-01-12}', 1001", "changes_adopted_idx"],
      [APPLICATIONS, '"ApplicationStatus"[], int', "'{new}', 1001", "applications_suspicious_status_number_idx"],
      [APPLICATIONS, '"ApplicationStatus"[], int', "'{new}', 1001", "applications_to_tell_idx"],
      [ORDERS, '"OrderStatus"[], int', "'{open}', 1001", "orders_status_id_idx"],
    ] as const) {
      const client = await pool().connect();
      try {
        await client.query(`SET enable_seqscan = off; PREPARE overview_plan (${types}) AS ${text}`);
        const { rows } = await client.query(`EXPLAIN EXECUTE overview_plan (${values})`);
        expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain(index);
      } finally {
        await client.query("DEALLOCATE ALL; RESET enable_seqscan");
        client.release(true);
      }
    }
  });
});
