import { describe, expect, test } from "vitest";
import { changeOrder } from "@/lib/adoptions/store";
import { findPrivatePage } from "@/lib/applications/private-store";
import { OPEN_STATUSES } from "@/lib/applications/status";
import { expectError } from "../support/answers";
import { expectChanged, mailsOf, suiteApplications } from "../support/application-suite";
import { applicationBody, apply, newPet, sentApplication } from "../support/applications";
import { storedRows } from "../support/records";

// What staff answer and write to applicants from their own mail program, and what they decide about possible spam.
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

  test("an application with a home or other pets: 409", async () => {
    for (const field of ["home", "otherPets"]) {
      const { id } = await sentApplication(undefined, { [field]: "A house with a garden." });
      expectError(await change(id, { status: "answered" }), 409, "conflict", "Only a question can become answered");
    }
  });

  test("it is closed: not counted as open, not declined by an adoption, and not withdrawn by the applicant", async () => {
    const pet = await newPet();
    const { id, secret } = await sentApplication(pet.id);
    expectChanged(await change(id, { status: "answered" }));
    const counts = await service.call(`GET /v1/applications/counts?petIds=${pet.id}`, { key: staff().token });
    expect(counts.json).toEqual([]);
    const { orderId } = expectChanged(await change((await sentApplication(pet.id)).id, { status: "approved" }));
    await changeOrder({ kind: "person", id: staff().id }, orderId ?? 0n, "complete");
    expect(await read(id)).toMatchObject({ status: "answered", version: "2" });
    expect(await findPrivatePage({ applicationId: id, secret })).toMatchObject({
      application: { status: "answered", mayWithdraw: false },
      steps: [{ status: "new" }, { status: "answered" }],
    });
  });
});

describe("PATCH /v1/applications/{applicationId} – reply", () => {
  test("a reply is stored with its text, by whom and when, and the e-mail about “Talking” is not sent", async () => {
    const { id } = await sentApplication();
    const reply = "Hello Ada,\n\nwould Friday suit you?";
    const sent = expectChanged(await change(id, { reply, status: "talking" }));
    expect(sent).toMatchObject({ reply, status: "talking" });
    expect(sent.history[0]).toMatchObject({
      at: sent.changedAt,
      actor: { kind: "person" },
      changes: { reply: { from: null, to: reply }, status: { from: "new", to: "talking" } },
    });
    expect(await mailsOf(id)).toEqual(["application_received"]);
    const before = await storedRows();
    expectChanged(await change(id, { reply, status: "talking" }));
    expect(await storedRows()).toEqual(before);
  });

  test("another reply replaces it, the history has both, and it can be taken back", async () => {
    const { id } = await sentApplication();
    for (const reply of ["One", "Two", null]) expectChanged(await change(id, { reply }));
    const { reply, status, history } = await read(id);
    expect([reply, status]).toEqual([null, "new"]);
    expect(history.map(({ changes }) => changes.reply)).toEqual([
      { from: "Two", to: null },
      { from: "One", to: "Two" },
      { from: null, to: "One" },
    ]);
  });

  test("a reply with a decision does not replace the e-mail about it", async () => {
    const { id } = await sentApplication();
    expectChanged(await change(id, { reply: "We are sorry.", status: "declined" }));
    expect(await mailsOf(id)).toContain("application_changed: declined");
  });
});

describe("PATCH /v1/applications/{applicationId} – folder", () => {
  /** A suspicious application, sent by a program that fills in every field, too soon. */
  async function spam(): Promise<string> {
    const body = applicationBody((await newPet()).id, { homepage: "https://pills.example", formToken: "x" });
    await apply(service, body);
    return body.id;
  }

  test("what is not spam moves to the inbox as new, gets its receipt, and says no more why it was suspicious", async () => {
    const id = await spam();
    expect(await read(id)).toMatchObject({ folder: "suspicious", suspicions: ["hidden_field", "form_time"] });
    const genuine = expectChanged(await change(id, { folder: "inbox" }));
    expect(genuine).toMatchObject({ folder: "inbox", status: "new", suspicions: [] });
    expect(genuine.history[0]?.changes).toEqual({ folder: { from: "suspicious", to: "inbox" } });
    expect(await mailsOf(id)).toEqual(["application_received"]);
    expect(expectChanged(await change(id, { folder: "suspicious" }))).toMatchObject({
      folder: "suspicious",
      suspicions: ["hidden_field", "form_time"],
    });
    // The applicant has the receipt already.
    expect(expectChanged(await change(id, { folder: "inbox" })).folder).toBe("inbox");
    expect(await mailsOf(id)).toEqual(["application_received"]);
  });

  test("only an open application can become suspicious, and not while it is pursued: 409", async () => {
    const { id } = await sentApplication();
    expectError(await change(id, { folder: "suspicious", status: "talking" }), 409, "conflict");
    await change(id, { status: "declined" });
    const before = await storedRows();
    expectError(await change(id, { folder: "suspicious" }), 409, "conflict", "Only an open application");
    expect(await storedRows()).toEqual(before);
    expect(expectChanged(await change(id, { folder: "suspicious", status: "new" })).folder).toBe("suspicious");
  });
});
