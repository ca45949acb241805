import { describe, expect, test } from "vitest";
import { headerOf } from "@/e2e/testing/mail-server";
import { db } from "@/lib/database/client";
import { inTransaction } from "@/lib/database/transaction";
import { claimJob, LEASE_MS, onJob, settleJob } from "@/lib/jobs/store";
import { JobWorker } from "@/lib/jobs/worker";
import { mailJobs } from "@/lib/mail/sender";
import { enqueueMail } from "@/lib/mail/store";
import { DAY_MS, HOUR_MS } from "@/lib/values/time";
import { sweepUp } from "@/server/sweep";
import { expectError } from "../support/answers";
import { enqueue, later, messageId, NOW, outbox, send, suiteMail, TIMEOUT_MS } from "../support/mail";
import { settingChangesOf } from "../support/records";
import { personToken, suiteService } from "../support/service";

const service = suiteService();
const suite = suiteMail(service);

describe("writing mail", () => {
  test("if the transaction fails afterwards, there is no mail, and the sender is not woken", async () => {
    let woken = 0;
    onJob("mail", () => woken++);
    const failing = inTransaction(async (tx) => {
      await enqueueMail(tx, [{ to: "bo@home.example", template: "test", data: {} }]);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect([await db().job.count(), woken]).toEqual([0, 0]);
    onJob("mail", null);
  });

  test("only one person's e-mail address and only paths of this site are accepted", async () => {
    for (const to of [
      ...["bo@home.example\r\nBcc: all@home.example", "bo@home.example, al@home.example", "Bo <bo@home.example>"],
      ...["bo@home.example\0", "bo home@example.org", "bo", `${"b".repeat(250)}@home.example`],
    ])
      await expect(enqueue(to), to).rejects.toThrow();
    for (const path of ["https://other.example/", "//other.example/", "/a b", "/a\r\nb", ""])
      await expect(enqueue("bo@home.example", { path }), path).rejects.toThrow();
    expect(await outbox()).toEqual([]);
  });
});

describe("sending mail – several processes, and ones that die", () => {
  test("four simultaneous senders send each of 40 e-mails once", async () => {
    const addresses = Array.from({ length: 40 }, (_, index) => `a${String(index).padStart(2, "0")}@home.example`);
    for (const to of addresses) await enqueue(to);
    await Promise.all(Array.from({ length: 4 }, () => send()));
    expect(suite.server.received.flatMap(({ to }) => to).sort()).toEqual(addresses);
  });

  test("after a process died while sending, another one sends the same e-mail when its lease has ended", async () => {
    await enqueue();
    const taken = await claimJob("mail");
    later(LEASE_MS - 1);
    await send();
    expect(suite.server.received).toHaveLength(0);
    later(1);
    await send();
    expect(suite.server.received.map(({ id }) => id)).toEqual([taken && messageId(taken)]);
  });

  test("a process that continues after its lease cannot overwrite the result of the next one", async () => {
    await enqueue();
    const late = await claimJob("mail");
    later(LEASE_MS);
    await send();
    if (late) await expect(settleJob(late, "failed", {})).rejects.toThrow("another process has taken over");
    expect(await outbox()).toMatchObject([{ status: "done", tries: 2 }]);
  });
});

describe("the worker that sends mail", () => {
  const started = () => {
    const worker = new JobWorker({ ...mailJobs(undefined, TIMEOUT_MS), pollMs: 10 });
    worker.start();
    return worker;
  };
  const accepted = () =>
    new Promise<void>((resolve) => {
      suite.server.beforeAccept = () => resolve();
    });

  test("sends mail from before its start, committed mail at once, and regularly what another process wrote", async () => {
    const stored = { data: { to: "cy@home.example", data: {} }, template: "test", createdAt: new Date(NOW) };
    const mails = [
      () => enqueue("al@home.example"),
      () => enqueue("bo@home.example"),
      () => db().job.create({ data: { kind: "mail", ...stored, dueAt: new Date(NOW) } }),
    ];
    let sender: JobWorker | undefined;
    for (const write of mails) {
      const sent = accepted();
      await write();
      sender ??= started();
      await sent;
    }
    await sender?.stop();
    expect((await outbox()).map(({ status }) => status)).toEqual(["done", "done", "done"]);
  });

  test("when stopped while an e-mail is being sent, finishes that e-mail and starts no other", async () => {
    await enqueue("al@home.example");
    await enqueue("bo@home.example");
    let stopping = Promise.resolve();
    const sender = started();
    await new Promise<void>((resolve) => {
      suite.server.beforeAccept = () => {
        stopping = sender.stop();
        resolve();
      };
    });
    await stopping;
    expect(suite.server.received).toHaveLength(1);
    expect((await outbox()).map(({ status }) => status).sort()).toEqual(["done", "waiting"]);
  });

  test("when stopped while the server hangs, returns the e-mail, and the next start sends the same", async () => {
    const ids: string[] = [];
    const sender = started();
    const hangs = new Promise<void>((resolve) => {
      suite.server.beforeAccept = ({ id }) => {
        ids.push(id);
        resolve();
        return new Promise(() => {});
      };
    });
    await enqueue();
    await hangs;
    await sender.stop();
    expect(await outbox()).toMatchObject([{ status: "waiting", dueAt: new Date(NOW) }]);
    suite.server.beforeAccept = ({ id }) => ids.push(id);
    await send();
    expect(ids).toEqual([ids[0], ids[0]]);
  });
});

describe("POST /v1/mail/test", () => {
  const request = (key = personToken(suite.admin, "admin")) => service.call("POST /v1/mail/test", { key, body: "{}" });
  const recorded = () => settingChangesOf(suite.admin.id);

  test("sends a test e-mail to the admin's own e-mail address and records it", async () => {
    // A new token for each, because an hour passes.
    const look = (record: string) => service.call("GET /v1/mail", { key: personToken(suite.admin, "admin"), record });
    await look("mail-on");
    const key = personToken(suite.admin, "admin");
    const answer = await service.call("POST /v1/mail/test", { key, body: "{}", record: "mail-tested" });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({ to: suite.admin.email });
    await send();
    expect(suite.server.received).toMatchObject([{ to: [suite.admin.email] }]);
    expect(headerOf(suite.server.received[0]?.raw ?? "", "Subject")).toBe("Test e-mail from Pawhaven");
    expect(await recorded()).toEqual([{ author: `person:${suite.admin.id}`, action: "mail.test" }]);
    await look("mail-sent");
    suite.server.refuse = { step: "data", code: 451, text: "Our disk is full" };
    later(HOUR_MS);
    await request();
    await send();
    await look("mail-failing");
  });

  test("while a test e-mail is waiting: 200, and no second one", async () => {
    await request();
    const before = await recorded();
    expect((await request()).status).toBe(200);
    expect(await outbox()).toHaveLength(1);
    expect(await recorded()).toEqual(before);
  });
});

test("without SMTP_URL, no mail is stored, and the operations say so", async () => {
  suite.turnOff();
  const key = personToken(suite.admin, "admin");
  expect(await enqueue()).toBe(false);
  await service.call("GET /v1/mail", { key, record: "mail-off" });
  const never = { lastSuccessAt: null, lastErrorAt: null, lastError: null };
  expect(await suite.state()).toEqual({ configured: false, waiting: 0, failed: 0, ...never });
  expectError(await service.call("POST /v1/mail/test", { key, body: "{}" }), 409, "conflict", /sends no mail/);
  expect(await outbox()).toEqual([]);
});

test("sweepUp removes mail after thirty days", async () => {
  const ages = [29.9, 30.1].map((days) => new Date(NOW - days * DAY_MS));
  const jobs = ages.map((at) => ({ kind: "mail", data: {}, createdAt: at, dueAt: at }));
  await db().job.createMany({ data: jobs });
  await sweepUp();
  expect((await outbox()).map(({ createdAt }) => createdAt)).toEqual([ages[0]]);
});
