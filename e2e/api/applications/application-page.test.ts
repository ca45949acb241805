import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import { describe, expect, test } from "vitest";
import { changeOrderAndApplications } from "@/lib/applications/effects-store";
import { findPrivatePage } from "@/lib/applications/private-store";
import { readOutcomes } from "@/lib/applications/related-store";
import { db } from "@/lib/database/client";
import { pool } from "@/lib/database/pool";
import { expectError } from "../support/answers";
import { expectChanged, mailsOf, statusOf, suiteApplications } from "../support/application-suite";
import { asApplicant, sentApplication } from "../support/applications";
import { storedRows } from "../support/records";
import { holdingTransaction, waiting } from "../support/transaction";

// What an applicant does on the private page.
const { service, staff, change, read } = suiteApplications();

describe("POST /v1/applications/{applicationId}/view", () => {
  test("the secret opens the application, without the shelter's own notes", async () => {
    const { secret, ...sent } = await sentApplication();
    await change(sent.id, { status: "visit", note: "Not sure", handledBy: staff().id });
    const answer = await asApplicant(service, sent.id, "view", secret);
    const changedAt = (await read(sent.id)).changedAt;
    expect(answer.json).toEqual({ ...sent, status: "visit", changedAt });
  });

  test.each(["view", "withdraw"] as const)(
    "%s answers an unknown id and a wrong secret in the same way",
    async (action) => {
      const { id, secret } = await sentApplication();
      const { secret: other } = await sentApplication();
      const before = await storedRows();
      const texts = new Set<string>();
      for (const [where, what] of [
        [randomUUID(), secret],
        ["x", secret],
        [id, other],
        [id, ""],
        [id, secret.slice(1)],
        [id, secret.toUpperCase()],
      ] as const) {
        const answer = await asApplicant(service, where, action, what);
        expectError(answer, 404, "not_found");
        texts.add(answer.text);
      }
      expect(texts.size).toBe(1);
      expect(await storedRows()).toEqual(before);
    },
  );

  test("a missing or too long secret: 400", async () => {
    const { id } = await sentApplication();
    expectError(await asApplicant(service, id, "view", "x".repeat(101)), 400, "bad_request", "secret must have");
  });
});

describe("the private page", () => {
  /** Approves an application in a transaction that others wait for. */
  const approve = async (client: Client, id: string) => {
    await client.query("UPDATE applications SET status = 'approved' WHERE id = $1", [id]);
    await client.query(
      `INSERT INTO application_changes (application_id, at, author, changes)
       VALUES ($1, now(), 'service', '{"status": {"from": "new", "to": "approved"}}')`,
      [id],
    );
  };

  test("while the application changes, its steps lead to its status", async () => {
    const { id, secret } = await sentApplication();
    const { page } = await holdingTransaction({ sql: "LOCK application_changes" }, async (client) => {
      const page = findPrivatePage({ applicationId: id, secret });
      await waiting(1);
      await approve(client, id);
      return { page };
    });
    expect(await page).toMatchObject({ application: { status: "new" }, steps: [{ status: "new" }] });
    const after = await findPrivatePage({ applicationId: id, secret });
    expect(after).toMatchObject({ application: { status: "approved" }, steps: [{}, { status: "approved" }] });
  });

  test("while its order is cancelled, an application that is still approved can be withdrawn", async () => {
    const { id, secret } = await sentApplication();
    const { orderId } = expectChanged(await change(id, { status: "approved" }));
    const { answer } = await holdingTransaction({ sql: "LOCK orders" }, async (client) => {
      const answer = asApplicant(service, id, "view", secret);
      await waiting(1);
      await client.query("UPDATE orders SET status = 'cancelled' WHERE id = $1", [orderId]);
      await client.query("UPDATE applications SET status = 'talking', order_id = NULL WHERE id = $1", [id]);
      return { answer };
    });
    expect((await answer).json).toMatchObject({ status: "approved", mayWithdraw: true });
  });
});

describe("an application with a long history", () => {
  const COUNT = 150;

  test("its private page has the last 100 statuses, and no note pushes one of them out", async () => {
    const { id, secret } = await sentApplication();
    await pool().query(
      `INSERT INTO application_changes (application_id, at, author, changes)
       SELECT $1::uuid, now(), 'service', jsonb_build_object('status', jsonb_build_object('from', 'new', 'to',
         CASE WHEN step = 1 THEN 'declined' WHEN step = $2 THEN 'visit' ELSE 'talking' END))
       FROM generate_series(1, $2::int) AS step
       UNION ALL
       SELECT $1::uuid, now(), 'service', '{"note": {"from": null, "to": "Asked again"}}' FROM generate_series(1, $2::int)`,
      [id, COUNT],
    );
    const { steps = [] } = (await findPrivatePage({ applicationId: id, secret })) ?? {};
    const statuses = steps.map(({ status }) => status);
    expect(statuses).toEqual(["new", ...Array(99).fill("talking"), "visit"]);
  });

  test("at most 100 outcomes of its order are read, and no moved hand-over pushes one of them out", async () => {
    const { id } = await sentApplication();
    const { orderId } = expectChanged(await change(id, { status: "approved" }));
    await pool().query(
      `INSERT INTO order_changes (order_id, at, author, action)
       SELECT $1, now(), 'service', action::"OrderAction" FROM (
         SELECT step, unnest(ARRAY['completed', 'undone']) AS action FROM generate_series(1, $2::int) AS step
         UNION ALL
         SELECT $2 + step, 'scheduled' FROM generate_series(1, $2::int) AS step
       ) AS steps ORDER BY step`,
      [orderId, COUNT],
    );
    const outcomes = await readOutcomes(db(), orderId);
    expect(outcomes.map(({ from, to }) => `${from} ${to}`)).toEqual(
      Array(50).fill(["completed open", "open completed"]).flat(),
    );
  });
});

describe("POST /v1/applications/{applicationId}/withdraw", () => {
  test.each(["new", "talking", "visit"] as const)(
    "an application that is %s is withdrawn, and the applicant gets an e-mail",
    async (status) => {
      const { id, secret } = await sentApplication();
      if (status !== "new") await change(id, { status });
      const answer = await asApplicant(service, id, "withdraw", secret);
      expect(answer.json).toMatchObject({ id, status: "withdrawn", mayWithdraw: false });
      expect((await read(id)).history[0]).toMatchObject({
        actor: { kind: "applicant", name: null },
        changes: { status: { from: status, to: "withdrawn" } },
      });
      expect(await mailsOf(id)).toContain("application_changed: withdrawn");
    },
  );

  test("withdrawing it again changes nothing", async () => {
    const { id, secret } = await sentApplication();
    const first = await asApplicant(service, id, "withdraw", secret);
    const before = await storedRows();
    expect(await asApplicant(service, id, "withdraw", secret)).toMatchObject({ status: 200, text: first.text });
    expect(await storedRows()).toEqual(before);
  });

  test("the application is declined: 409", async () => {
    const { id, secret } = await sentApplication();
    await change(id, { status: "declined" });
    const view = await asApplicant(service, id, "view", secret);
    expect(view.json).toMatchObject({ status: "declined", mayWithdraw: false });
    expectError(await asApplicant(service, id, "withdraw", secret), 409, "conflict");
  });

  test("the application is approved: the adoption is cancelled, or 409 once it is completed", async () => {
    const { id, secret, petId } = await sentApplication();
    await change(id, { status: "approved" });
    expect((await asApplicant(service, id, "withdraw", secret)).json).toMatchObject({ status: "withdrawn" });
    expect(await statusOf(petId)).toBe("available");

    const next = await sentApplication(petId);
    const { orderId } = expectChanged(await change(next.id, { status: "approved" }));
    await changeOrderAndApplications({ kind: "operator" }, orderId ?? 0n, "complete");
    const view = await asApplicant(service, next.id, "view", next.secret);
    expect(view.json).toMatchObject({ status: "approved", mayWithdraw: false });
    expectError(
      await asApplicant(service, next.id, "withdraw", next.secret),
      409,
      "conflict",
      "This order is completed",
    );
    expect((await read(next.id)).status).toBe("approved");
  });
});
