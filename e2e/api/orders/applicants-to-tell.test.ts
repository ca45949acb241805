import { afterEach, beforeAll, expect, test } from "vitest";
import { markToTell } from "@/lib/applications/mail-store";
import { Applications } from "@/lib/applications/schema";
import { db } from "@/lib/database/client";
import { claimJob } from "@/lib/jobs/store";
import { JobError, runJob } from "@/lib/jobs/worker";
import { mailJobs } from "@/lib/mail/sender";
import { readOverview } from "@/lib/overview/store";
import { setSettings, settings } from "@/lib/process/settings";
import { expectError } from "../support/answers";
import { expectChanged, suiteApplications } from "../support/application-suite";
import { applicationBody, apply, sentApplication } from "../support/applications";

// Whom a person of the shelter has to tell how an adoption went, because no e-mail does.
const { service, staff, change, read, patch, send } = suiteApplications();

let withMail: ReturnType<typeof settings>;
beforeAll(() => {
  withMail = settings();
});
afterEach(async () => {
  setSettings(withMail);
  await db().application.updateMany({ data: { toTell: false } });
});

async function turnMailOff(): Promise<void> {
  const { SMTP_URL: _off, ...withoutMail } = withMail;
  setSettings(withoutMail);
}

const list = async () => {
  const { json } = await service.call("GET /v1/applications?toTell=true&limit=100", { key: staff().token });
  return Applications.parse(json).map(({ id }) => id);
};
const count = async () => (await readOverview()).applications.toTell.count;

/** An application that was declined because somebody else adopted the animal. */
async function declined(): Promise<string> {
  const { id, petId } = await sentApplication();
  expect((await patch(petId, { status: "sold" })).status).toBe(200);
  return id;
}

/** An application that lost its approval because its order was cancelled. */
async function cancelled(): Promise<string> {
  const { id } = await sentApplication();
  const { orderId } = expectChanged(await change(id, { status: "approved" }));
  expect((await send(`POST /v1/store/orders/${orderId}/cancel`)).status).toBe(200);
  return id;
}

const CAUSES = [
  ["declined", "pet_adopted", declined],
  ["talking", "adoption_cancelled", cancelled],
] as const;

test.each(CAUSES)(
  "without mail, an applicant who is %s has to be told, until a person says so",
  async (status, _, cause) => {
    await turnMailOff();
    const id = await cause();
    expect(await read(id)).toMatchObject({ status, toTell: true });
    expect([await list(), await count()]).toEqual([[id], 1]);
    expect(expectChanged(await change(id, { toTell: false }))).toMatchObject({
      status,
      toTell: false,
      history: expect.arrayContaining([
        expect.objectContaining({ changes: { toTell: { from: "true", to: "false" } } }),
      ]),
    });
    expect([await list(), await count()]).toEqual([[], 0]);
    // "Told" can be undone, and a new status replaces an earlier outcome.
    expect(expectChanged(await change(id, { toTell: true })).toTell).toBe(true);
    expect(expectChanged(await change(id, { status: "visit" })).toTell).toBe(false);
    expectError(await change(id, { toTell: true }), 409, "conflict", /^Only the applicant of a declined application/);
    expectError(await change(id, { toTell: "yes" }), 400, "bad_request", "toTell must be true or false");
  },
);

test("without mail, neither spam nor those who were declined before have to be told", async () => {
  await turnMailOff();
  const { id: refused, petId } = await sentApplication();
  await change(refused, { status: "declined" });
  const spam = applicationBody(petId, { homepage: "https://spam.example" });
  await apply(service, spam);
  expect((await patch(petId, { status: "sold" })).status).toBe(200);
  expect(await list()).toEqual([]);
});

test.each(CAUSES)(
  "with mail, an applicant who is %s has to be told once the e-mail is given up",
  async (status, template, cause) => {
    const id = await cause();
    const outcome = { about: `application:${id}`, template };
    await db().job.updateMany({ where: outcome, data: { dueAt: new Date(0) } });
    const mail = await claimJob("mail");
    expect(mail).toMatchObject(outcome);
    if (!mail) return;
    const fail = (reason: string, isFinal: boolean) => {
      const run = () => Promise.reject(new JobError(reason, isFinal));
      return runJob(mail, { ...mailJobs(markToTell), run }, new AbortController().signal);
    };
    await fail("busy", false);
    expect(await read(id)).toMatchObject({ status, toTell: false });
    await fail("no such mailbox", true);
    const told = { actor: { kind: "service", name: null }, changes: { toTell: { from: "false", to: "true" } } };
    const { toTell, history } = await read(id);
    expect([toTell, history[0]]).toMatchObject([true, told]);
  },
);
