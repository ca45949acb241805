import { describe, expect, test } from "vitest";
import { db } from "@/lib/database/client";
import { claimJob } from "@/lib/jobs/store";
import { MINUTE_MS } from "@/lib/values/time";
import { expectError } from "../support/answers";
import { expectChanged, mailsOf, statusOf, suiteApplications } from "../support/application-suite";
import { sentApplication } from "../support/applications";
import { expectOrder, storedOrders } from "../support/order-suite";

// What the applicant of an approved application learns when the order is cancelled.
const { change, read, send, undo } = suiteApplications();

/** An application that lost its approval because its order was cancelled. */
async function cancelled() {
  const { id, petId } = await sentApplication();
  const { orderId } = expectChanged(await change(id, { status: "approved" }));
  expectOrder(await send(`POST /v1/store/orders/${orderId}/cancel`));
  return { id, petId };
}
const outcomeMail = (id: string) => ({ about: `application:${id}`, template: "adoption_cancelled" });
const isTold = async (id: string) => (await db().job.count({ where: outcomeMail(id) })) > 0;
describe("when the order of an approved application is cancelled", () => {
  test("the applicant gets an e-mail after a minute", async () => {
    const { id } = await cancelled();
    expect(await read(id)).toMatchObject({ status: "talking", toTell: false });
    const [mail] = await db().job.findMany({ where: outcomeMail(id) });
    expect(Number(mail?.dueAt) - Number(mail?.createdAt)).toBe(MINUTE_MS);
    expect(await mailsOf(id)).toEqual(["adoption_cancelled", "application_changed: approved", "application_received"]);
  });

  test("undoing it within the minute takes the e-mail back", async () => {
    const { id, petId } = await cancelled();
    expect((await undo(petId)).status).toBe(200);
    expect([await read(id), await isTold(id)]).toMatchObject([{ status: "approved", toTell: false }, false]);
  });

  test("the e-mail is already being sent: undoing answers 409, and changes nothing", async () => {
    const { id, petId } = await cancelled();
    await db().job.updateMany({ where: outcomeMail(id), data: { dueAt: new Date(0) } });
    expect(await claimJob("mail")).toMatchObject(outcomeMail(id));
    const before = await storedOrders(petId);
    expectError(await undo(petId), 409, "conflict", "An applicant was told about this by e-mail");
    expect(await storedOrders(petId)).toBe(before);
    expect([(await read(id)).status, await isTold(id), await statusOf(petId)]).toEqual(["talking", true, "available"]);
  });

  test.each([
    ["visit", false],
    ["approved", false],
    ["declined", false],
    ["new", true],
  ])("%s within the minute: the e-mail that was held back is still sent: %s", async (status, isStillSent) => {
    const { id } = await cancelled();
    await change(id, { note: "A note does not matter" });
    expect(await isTold(id)).toBe(true);
    expectChanged(await change(id, { status }));
    expect(await isTold(id)).toBe(isStillSent);
  });
});
