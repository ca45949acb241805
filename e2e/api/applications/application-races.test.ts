import { expect, test } from "vitest";
import { secretOf } from "@/lib/applications/private-store";
import { SentApplication } from "@/lib/applications/schema";
import { APPLICATION_STATUSES } from "@/lib/applications/status";
import { db } from "@/lib/database/client";
import { pool } from "@/lib/database/pool";
import type { OrderStatus } from "@/lib/orders/status";
import { suiteApplications } from "../support/application-suite";
import { applicationBody, apply, asApplicant, newPet } from "../support/applications";
import type { Answer } from "../support/service";

const { service, staff } = suiteApplications();
const [CALLERS, STEPS] = [6, 25];
/** The e-mail address of a visitor whose applications are counted together. */
const email = "ada@home.example";

const call = (target: string, body?: object, headers = {}) =>
  service.call(target, { key: staff().token, headers, ...(body && { body: JSON.stringify(body) }) });

const below = (end: number) => Math.floor(Math.random() * end);
const one = <T>(list: readonly T[]): T | undefined => list[below(list.length)];

/** What the callers do with the animals: each step takes one that exists. */
function steps(petIds: readonly bigint[], sent: SentApplication[]): (() => Promise<Answer | null>)[] {
  const change = async (status: string) => {
    const application = one(sent);
    return application
      ? call(`PATCH /v1/applications/${application.id}`, { status }, { "if-match": "*" })
      : Promise.resolve(null);
  };
  const move = (action: string, status: OrderStatus) => async () => {
    const found = one(await db().order.findMany({ where: { petId: { in: [...petIds] }, status } }));
    return found ? call(`POST /v1/store/orders/${found.id}/${action}`, {}) : null;
  };
  const byHand = (status: string) =>
    call(`PATCH /v1/pets/${one(petIds)}`, { status }, { "if-match": "*", confirm: "*" });
  const undo = async () => {
    const recent = await db().change.findMany({
      where: { petId: { in: [...petIds] } },
      select: { setId: true },
      orderBy: { setId: "desc" },
      take: 4,
    });
    const found = one(recent);
    return found ? call(`POST /v1/changes/${found.setId}/undo`) : null;
  };
  return [
    async () => {
      const petId = one(petIds) ?? 0n;
      const answer =
        below(3) === 0
          ? await apply(service, applicationBody(petId, { email }))
          : await call("POST /v1/applications", applicationBody(petId));
      if (answer.status === 201) sent.push(SentApplication.parse(answer.json));
      return answer;
    },
    () => change(one(APPLICATION_STATUSES) ?? "new"),
    () => change("approved"),
    async () => {
      const application = one(sent);
      return application ? asApplicant(service, application.id, "withdraw", secretOf(application.id)) : null;
    },
    async () => {
      const application = below(4) === 0 && one(sent);
      return application ? call(`DELETE /v1/applications/${application.id}`) : null;
    },
    async () => call("POST /v1/store/orders", { petId: Number(one(petIds)) }),
    () => byHand("sold"),
    () => byHand("available"),
    move("complete", "open"),
    move("cancel", "open"),
    move("return", "completed"),
    undo,
    undo,
    undo,
  ];
}

/** What must always be true of animals, orders and applications. Returns the violations. */
async function broken(): Promise<unknown[]> {
  const { rows } = await pool().query(`
    SELECT 'the status of an animal is not that of its order' AS what, p.id::text AS id FROM pets AS p
    WHERE p.status::text <> coalesce((SELECT CASE status WHEN 'open' THEN 'pending' ELSE 'sold' END
      FROM orders WHERE pet_id = p.id AND status IN ('open', 'completed')), 'available')
    UNION ALL
    SELECT 'an application has an order, or none, against its status', a.id::text FROM applications AS a
    WHERE (a.status = 'approved') <> (a.order_id IS NOT NULL)
    UNION ALL
    SELECT 'the order of an approved application is another animal''s, or cancelled', a.id::text
    FROM applications AS a JOIN orders AS o ON o.id = a.order_id WHERE o.pet_id <> a.pet_id OR o.status = 'cancelled'
    UNION ALL
    SELECT 'two applications have one order', min(a.id::text) FROM applications AS a GROUP BY a.order_id
    HAVING a.order_id IS NOT NULL AND count(*) > 1
    UNION ALL
    SELECT 'a version is not the number of changes', a.id::text FROM applications AS a
    WHERE a.version <> 1 + (SELECT count(*) FROM changes WHERE subject_id = a.id::text)
    UNION ALL
    SELECT 'the last change is not the status', a.id::text FROM applications AS a
    WHERE a.status::text <> coalesce((SELECT fields #>> '{status,to}' FROM changes
      WHERE subject_id = a.id::text AND fields ? 'status' ORDER BY set_id DESC LIMIT 1), 'new')`);
  return rows;
}

test("applications, orders and animals agree after whatever several callers do at once", async () => {
  const petIds = [(await newPet()).id, (await newPet()).id];
  const sent: SentApplication[] = [];
  const possible = steps(petIds, sent);
  const statuses = new Map<number, number>();
  const caller = async () => {
    for (let step = 0; step < STEPS; step++) {
      const answer = await one(possible)?.();
      if (answer) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  expect([...statuses.keys()].filter((status) => ![200, 201, 204, 404, 409].includes(status))).toEqual([]);
  expect(statuses.get(200), "nothing changed").toBeGreaterThan(10);
  expect(await broken()).toEqual([]);
});
