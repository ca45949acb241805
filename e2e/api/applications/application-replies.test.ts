import { describe, expect, test } from "vitest";
import { expectError } from "../support/answers";
import { expectChanged, mailsOf, suiteApplications } from "../support/application-suite";
import { applicationBody, apply, newPet, sentApplication } from "../support/applications";
import { storedRows } from "../support/records";

// What staff write to applicants from their own mail program, and what they decide about possible spam.
const { service, change, read } = suiteApplications();

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

  test("what people mark as spam and take back gets no second receipt", async () => {
    const { id } = await sentApplication();
    const receipts = await mailsOf(id);
    expect(expectChanged(await change(id, { folder: "suspicious" }))).toMatchObject({
      folder: "suspicious",
      suspicions: [],
    });
    await change(id, { folder: "inbox" });
    expect(await mailsOf(id)).toEqual(receipts);
  });

  test.each(["talking", "visit"])(
    "an application that is %s becomes suspicious, keeps its status, and returns",
    async (status) => {
      const { id } = await sentApplication();
      await change(id, { status });
      const mails = await mailsOf(id);
      expect(expectChanged(await change(id, { folder: "suspicious" }))).toMatchObject({ folder: "suspicious", status });
      expect(expectChanged(await change(id, { folder: "inbox" }))).toMatchObject({ folder: "inbox", status });
      expect(await mailsOf(id)).toEqual(mails);
    },
  );

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
