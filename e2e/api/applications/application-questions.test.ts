import { describe, expect, test } from "vitest";
import { changeOrderAndApplications } from "@/lib/applications/effects-store";
import { findPrivatePage } from "@/lib/applications/private-store";
import { OPEN_STATUSES } from "@/lib/applications/status";
import { db } from "@/lib/database/client";
import { expectError } from "../support/answers";
import { expectChanged, mailsOf, suiteApplications } from "../support/application-suite";
import { newPet, sentApplication } from "../support/applications";
import { storedRows } from "../support/records";

// Questions, which end with an answer. An application without a home and other pets is only a question.
const { service, staff, change, read } = suiteApplications();

describe("PATCH /v1/applications/{applicationId} – answered", () => {
  test.each(OPEN_STATUSES)(
    "a question that is %s becomes answered and is reopened, without an e-mail",
    async (from) => {
      const { id } = await sentApplication();
      if (from !== "new") expectChanged(await change(id, { status: from }));
      const mails = await mailsOf(id);
      const answered = expectChanged(await change(id, { status: "answered" }));
      expect(answered).toMatchObject({ status: "answered", isQuestion: true });
      expect(answered.history[0]?.changes).toEqual({ status: { from, to: "answered" } });
      const reopened = expectChanged(await change(id, { status: from }));
      expect(reopened.history[0]?.changes).toEqual({ status: { from: "answered", to: from } });
      expect(await mailsOf(id)).toEqual(mails);
    },
  );

  test.each(["home", "otherPets"])("an application with %s: 409, and nothing changes", async (field) => {
    const { id } = await sentApplication(undefined, { [field]: "A house with a garden." });
    const before = await storedRows();
    expectError(await change(id, { status: "answered" }), 409, "conflict", "Only a question can become answered");
    expect(await storedRows()).toEqual(before);
  });

  test("that an adoption was cancelled is still said when the question is answered at once", async () => {
    const { id } = await sentApplication();
    const { orderId } = expectChanged(await change(id, { status: "approved" }));
    await changeOrderAndApplications({ kind: "person", id: staff().id }, orderId ?? 0n, "cancel");
    expectChanged(await change(id, { status: "answered" }));
    expect(await mailsOf(id)).toContain("adoption_cancelled");
  });

  test("it is closed: not counted as open, not declined by an adoption, and not withdrawn by the applicant", async () => {
    const pet = await newPet();
    const { id, secret } = await sentApplication(pet.id);
    expectChanged(await change(id, { status: "answered" }));
    const counts = await service.call(`GET /v1/applications/counts?petIds=${pet.id}`, { key: staff().token });
    expect(counts.json).toEqual([]);
    const { orderId } = expectChanged(await change((await sentApplication(pet.id)).id, { status: "approved" }));
    await changeOrderAndApplications({ kind: "person", id: staff().id }, orderId ?? 0n, "complete");
    expect(await read(id)).toMatchObject({ status: "answered", version: "2" });
    expect(await findPrivatePage({ applicationId: id, secret })).toMatchObject({
      application: { status: "answered", mayWithdraw: false },
      steps: [{ status: "new" }, { status: "answered" }],
    });
  });

  test("the inbox lists it by its status, and the overview counts it", async () => {
    await db().application.updateMany({ where: { status: "answered" }, data: { status: "declined" } });
    const { id } = await sentApplication();
    expectChanged(await change(id, { status: "answered" }));
    const call = { key: staff().token };
    const list = await service.call("GET /v1/applications?status=answered", call);
    expect(list.json).toMatchObject([{ id, status: "answered" }]);
    const overview = await service.call("GET /v1/overview", call);
    expect(overview.json).toMatchObject({ applications: { inbox: { answered: { count: 1n, more: false } } } });
  });
});
