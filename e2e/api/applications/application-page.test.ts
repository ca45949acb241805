import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { changeOrder } from "@/lib/adoptions/store";
import { findPrivatePage } from "@/lib/applications/private-store";
import { expectError } from "../support/answers";
import { expectChanged, mailsOf, statusOf, suiteApplications } from "../support/application-suite";
import { asApplicant, sentApplication } from "../support/applications";
import { storedRows } from "../support/records";

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
});

test("the private page has the statuses of the application, and not the shelter's notes", async () => {
  const { id, secret } = await sentApplication();
  for (const body of [{ status: "visit" }, { note: "Not sure" }, { status: "talking" }]) await change(id, body);
  const { steps = [] } = (await findPrivatePage({ applicationId: id, secret })) ?? {};
  expect(steps.map(({ status }) => status)).toEqual(["new", "visit", "talking"]);
});

describe("POST /v1/applications/{applicationId}/withdraw", () => {
  test.each(["new", "talking", "visit"] as const)(
    "an application that is %s is withdrawn once, and the applicant gets an e-mail",
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
      const before = await storedRows();
      expect(await asApplicant(service, id, "withdraw", secret)).toMatchObject({ status: 200, text: answer.text });
      expect(await storedRows()).toEqual(before);
    },
  );

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
    await changeOrder({ kind: "operator" }, orderId ?? 0n, "complete");
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
