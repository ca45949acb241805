import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { AuditEntries } from "@/lib/audit/schema";
import { now, setClock } from "@/lib/clock";
import { db } from "@/lib/database/client";
import { inTransaction } from "@/lib/database/transaction";
import { parseEnv, type Settings } from "@/lib/env";
import { claimMail, recordFailure } from "@/lib/mail/outbox-store";
import { MailState } from "@/lib/mail/schema";
import { sendDue, startSender } from "@/lib/mail/sender";
import { enqueueMail } from "@/lib/mail/store";
import { setSettings, settings } from "@/lib/settings";
import { sweepUp } from "@/server/sweep";
import { headerOf, listenSilently, MailServer } from "@/server/testing/mail-server";
import { expectError } from "./support/answers";
import { newPerson, personToken, type SignedInPerson, suiteService } from "./support/service";

const service = suiteService();
const NOW = Date.UTC(2030, 0, 31, 12);
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const PASSWORD = "open sesame/1";
const LIMITS = { connect: 20_000, greeting: 20_000, silence: 20_000, whole: 25_000 };
/** For a server that hangs: nothing is gained by waiting for long. */
const HURRIED = { ...LIMITS, greeting: 1_000, silence: 1_000 };

let server: MailServer;
let admin: SignedInPerson;
let atFirst: Settings;
let lines: string[] = [];

beforeAll(async () => {
  atFirst = settings();
  admin = await newPerson("admin");
});
beforeEach(async () => {
  setClock(() => NOW);
  server = new MailServer();
  await server.listen();
  mailTo(server.port);
  lines = [];
  vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
});
afterEach(async () => {
  vi.restoreAllMocks();
  setClock(null);
  setSettings(atFirst);
  await server.close();
  await db().mail.deleteMany();
  await db().mailHealth.update({ where: { id: 1 }, data: { lastSuccessAt: null, lastErrorAt: null, lastError: null } });
});

/** Sends mail to this port of this machine from now on. */
function mailTo(port: number): void {
  const { SMTP_URL, MAIL_FROM, SITE_URL } = parseEnv({
    SMTP_URL: `smtp://shelter:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    MAIL_FROM: "Happy Paws <hello@pets.example>",
    SITE_URL: "https://pets.example",
  });
  setSettings({ ...atFirst, SMTP_URL, MAIL_FROM, SITE_URL });
}

const enqueue = (to = "bo@home.example", data: { applicantName?: string; petName?: string; path?: string } = {}) =>
  inTransaction((tx) =>
    enqueueMail(tx, {
      to,
      template: "application_received",
      data: { applicantName: "Bo", petName: "Biscuit", path: "/applications/1#secret", ...data },
    }),
  );
const send = (limits = LIMITS) => sendDue({ limits });
const outbox = () => db().mail.findMany({ orderBy: { recipient: "asc" } });
const later = (ms: number) => {
  const at = now() + ms;
  setClock(() => at);
};
const state = async () =>
  MailState.parse((await service.call("GET /v1/mail", { key: personToken(admin, "admin") })).json);
/** The bodies of a multipart message, without their encoding. */
const plain = (raw: string) =>
  Buffer.from(
    raw
      .replace(/=\r\n/g, "")
      .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number(`0x${hex}`))),
    "latin1",
  ).toString();

describe("sending mail – the server accepts", () => {
  test("one mail to one address, in text and HTML, with links to the site", async () => {
    await enqueue();
    await send();
    const [mail] = server.received;
    expect(server.received).toHaveLength(1);
    expect(mail).toMatchObject({ from: "hello@pets.example", to: ["bo@home.example"], user: "shelter" });
    const { raw = "" } = mail ?? {};
    expect(headerOf(raw, "From")).toBe('"Happy Paws" <hello@pets.example>'.replaceAll('"', ""));
    expect(headerOf(raw, "To")).toBe("bo@home.example");
    expect(headerOf(raw, "Subject")).toBe("We have received your application for Biscuit");
    expect(headerOf(raw, "Date")).toBe("Thu, 31 Jan 2030 12:00:00 +0000");
    expect(headerOf(raw, "Auto-Submitted")).toBe("auto-generated");
    expect(headerOf(raw, "Message-ID")).toMatch(/^<[0-9a-f-]{36}@pets\.example>$/);
    expect(plain(raw)).toContain("Hello Bo,\r\n\r\nThank you for asking to adopt Biscuit.");
    expect(plain(raw)).toContain("Your application: https://pets.example/applications/1#secret");
    expect(plain(raw)).toContain('<a href="https://pets.example/applications/1#secret">Your application</a>');
  });

  test("the row stays for a while, without what the mail said", async () => {
    await enqueue();
    await send();
    expect(await outbox()).toMatchObject([{ status: "sent", settledAt: new Date(NOW), tries: 1, data: {} }]);
    expect(await state()).toMatchObject({ waiting: 0, failed: 0, lastSuccessAt: "2030-01-31T12:00:00.000Z" });
  });

  test("it is not sent again", async () => {
    await enqueue();
    await send();
    later(10 * DAY);
    await send();
    expect(server.received).toHaveLength(1);
  });

  test("names with line breaks, markup and other scripts add no header and no markup", async () => {
    await enqueue("bo@home.example", {
      applicantName: "Bo\r\n.\r\nRCPT TO:<eve@home.example>",
      petName: 'Ζωή\r\nBcc: eve@home.example\u2028<img src="x">',
    });
    await send();
    const [mail] = server.received;
    const { raw = "" } = mail ?? {};
    expect(mail?.to).toEqual(["bo@home.example"]);
    expect(headerOf(raw, "Bcc")).toBe("");
    expect(raw.slice(0, raw.indexOf("\r\n\r\n"))).not.toMatch(/^(?![A-Z][\w-]*:)\S/m);
    expect(plain(raw)).toContain("&lt;img src=&quot;x&quot;&gt;");
    expect(plain(raw)).not.toMatch(/<p>[^<]*<img/);
  });
});

describe("sending mail – the server refuses", () => {
  test.each(["to", "data"] as const)("4xx at %s: tried again after a pause, as the same mail", async (step) => {
    server.refuse = { step, code: 451, text: "try again" };
    await enqueue();
    await send();
    expect(await outbox()).toMatchObject([{ status: "waiting", tries: 1, nextTryAt: new Date(NOW + MINUTE) }]);
    server.refuse = null;
    later(MINUTE - 1);
    await send();
    expect(server.received).toHaveLength(0);
    later(1);
    await send();
    const [row] = await outbox();
    expect(server.received.map(({ id }) => id)).toEqual([`<${row?.id}@pets.example>`]);
    expect(row).toMatchObject({ status: "sent", tries: 2, error: null });
  });

  test.each(["to", "data"] as const)("5xx at %s: given up at once, kept and counted", async (step) => {
    server.refuse = { step, code: 550, text: "5.1.1 <bo@home.example>: no such person" };
    await enqueue();
    await send();
    server.refuse = null;
    later(DAY);
    await send();
    expect(server.received).toHaveLength(0);
    expect(await outbox()).toMatchObject([{ status: "failed", tries: 1, settledAt: new Date(NOW), data: {} }]);
    expect(await state()).toMatchObject({ failed: 1, lastErrorAt: "2030-01-31T12:00:00.000Z", lastSuccessAt: null });
    expect((await state()).lastError).toMatch(/550 5\.1\.1 <<address>>: no such person/);
  });

  test("one address is refused: the mail to others goes out in the same round", async () => {
    server.refuse = { step: "to", code: 450, text: "full", to: /^al@/ };
    for (const to of ["al@home.example", "bo@home.example", "cy@home.example"]) await enqueue(to);
    await send();
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual(["bo@home.example", "cy@home.example"]);
  });

  test.each([
    ["auth", 535],
    ["from", 550],
  ] as const)(
    "5xx at %s is about the service, not this mail: it waits, and others are not tried",
    async (step, code) => {
      server.refuse = { step, code, text: `no, ${PASSWORD} is not the password of shelter` };
      await enqueue("al@home.example");
      await enqueue("bo@home.example");
      await send();
      expect(server.connections).toBe(1);
      expect((await outbox()).map(({ status, tries }) => [status, tries])).toContainEqual(["waiting", 1]);
      server.refuse = null;
      later(MINUTE);
      await send();
      expect(server.received).toHaveLength(2);
    },
  );

  test("neither the log nor the API has the password, an address or a name", async () => {
    server.refuse = { step: "auth", code: 535, text: `${PASSWORD} of shelter is wrong, bo@home.example` };
    await enqueue();
    await send();
    const logged = lines.join("");
    expect(logged).toContain("mail could not be sent; it will be tried again");
    const told = JSON.stringify([logged, await state(), (await outbox()).map(({ error }) => error)]);
    for (const secret of [PASSWORD, encodeURIComponent(PASSWORD), "home.example", "Biscuit", "#secret"]) {
      expect(told).not.toContain(secret);
    }
  });
});

describe("sending mail – the server is in trouble", () => {
  test("it never greets: given up after the time limit, and tried again", async () => {
    const silent = await listenSilently();
    mailTo(silent.port);
    await enqueue();
    await send(HURRIED);
    await silent.close();
    expect(await outbox()).toMatchObject([{ status: "waiting", tries: 1, error: expect.stringMatching(/ETIMEDOUT/) }]);
    mailTo(server.port);
    later(MINUTE);
    await send();
    expect(server.received).toHaveLength(1);
  });

  test("it takes longer than a mail may take in all: given up, and tried again", async () => {
    const silent = await listenSilently();
    mailTo(silent.port);
    await enqueue();
    await send({ ...LIMITS, whole: 200 });
    await silent.close();
    expect(await outbox()).toMatchObject([{ status: "waiting", tries: 1, error: "ETIMEDOUT sending takes too long" }]);
  });

  test("it never says whether it took the mail: given up after the time limit, and sent again as the same mail", async () => {
    const ids: string[] = [];
    server.beforeAccept = ({ id }) => {
      ids.push(id);
      return ids.length === 1 ? new Promise(() => {}) : undefined;
    };
    await enqueue();
    await send(HURRIED);
    expect(await outbox()).toMatchObject([{ status: "waiting", tries: 1 }]);
    later(MINUTE);
    await send();
    expect(server.received).toHaveLength(1);
    expect(ids[1]).toBe(ids[0]);
  });

  test("it goes away and comes back: everything is sent, once", async () => {
    for (const to of ["al@home.example", "bo@home.example", "cy@home.example"]) await enqueue(to);
    await server.close();
    await send();
    expect((await outbox()).map(({ tries }) => tries).sort()).toEqual([0, 0, 1]);
    expect(await state()).toMatchObject({ waiting: 3, lastError: expect.stringMatching(/ECONNREFUSED|ESOCKET/) });
    await server.listen();
    later(MINUTE);
    await send();
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual([
      "al@home.example",
      "bo@home.example",
      "cy@home.example",
    ]);
    expect(await state()).toMatchObject({ waiting: 0, failed: 0 });
  });

  test("it breaks off in the middle: tried again", async () => {
    server.beforeAccept = () => server.close();
    await enqueue();
    await send();
    expect(await outbox()).toMatchObject([{ status: "waiting", tries: 1 }]);
  });

  test("the pauses grow from a minute to an hour, and after three days the mail is given up", async () => {
    await server.close();
    await enqueue();
    const pauses: number[] = [];
    for (let tries = 1; tries < 100; tries++) {
      await send();
      const [row] = await outbox();
      if (row?.status !== "waiting") break;
      const pause = row.nextTryAt.getTime() - now();
      pauses.push(pause / MINUTE);
      later(pause);
    }
    expect(pauses.slice(0, 9)).toEqual([1, 2, 4, 8, 15, 30, 60, 60, 60]);
    expect(pauses).toHaveLength(59);
    expect(now() - NOW).toBeLessThan(3 * DAY);
    expect(await outbox()).toMatchObject([{ status: "failed", tries: 60, data: {} }]);
    expect(lines.filter((line) => line.includes("mail is given up"))).toHaveLength(1);
  });

  test("mail that nobody could send for three days is tried once more, then given up", async () => {
    server.refuse = { step: "to", code: 450, text: "full" };
    await enqueue();
    later(3 * DAY);
    await send();
    expect(await outbox()).toMatchObject([{ status: "failed", tries: 1 }]);
  });
});

describe("sending mail – several processes, and ones that die", () => {
  test("four senders at once: each of 40 mails is sent once", async () => {
    const addresses = Array.from({ length: 40 }, (_, index) => `a${String(index).padStart(2, "0")}@home.example`);
    for (const to of addresses) await enqueue(to);
    await Promise.all(Array.from({ length: 4 }, () => send()));
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual(addresses);
  });

  test("a process died while it was sending: after five minutes another one sends the same mail", async () => {
    await enqueue();
    const taken = await claimMail();
    await send();
    later(5 * MINUTE - 1);
    await send();
    expect(server.received).toHaveLength(0);
    later(1);
    await send();
    expect(server.received.map(({ id }) => id)).toEqual([`<${taken?.id}@pets.example>`]);
  });

  test("a process that comes back after its lease changes nothing that the next one noted", async () => {
    await enqueue();
    const late = await claimMail();
    later(5 * MINUTE);
    await send();
    if (late) await recordFailure(late, { final: true, reason: "too late" });
    expect(await outbox()).toMatchObject([{ status: "sent", tries: 2, error: null }]);
  });

  test("every process that takes it dies: it is given up after 60 tries", async () => {
    await enqueue();
    for (let tries = 1; tries <= 60; tries++) {
      await claimMail();
      later(5 * MINUTE);
    }
    await send();
    expect(server.connections).toBe(0);
    expect(await outbox()).toMatchObject([{ status: "failed", error: "too many tries without a result" }]);
  });

  test("a template that this version does not know: given up, the others are sent", async () => {
    await enqueue();
    await db().mail.updateMany({ data: { template: "constructor" } });
    await enqueue("cy@home.example");
    await send();
    expect((await outbox()).map(({ status }) => status)).toEqual(["failed", "sent"]);
  });
});

describe("startSender", () => {
  const accepted = () =>
    new Promise<void>((resolve) => {
      server.beforeAccept = () => resolve();
    });

  test("sends at once what is committed, and what was there before it started", async () => {
    const first = accepted();
    await enqueue("al@home.example");
    const stop = startSender({ limits: LIMITS });
    await first;
    const second = accepted();
    await enqueue("bo@home.example");
    await second;
    await stop();
    expect((await outbox()).map(({ status }) => status)).toEqual(["sent", "sent"]);
  });

  test("looks again now and then: another process may have written mail", async () => {
    const stop = startSender({ limits: LIMITS, pollMs: 10 });
    const sent = accepted();
    const id = "6d6f4f4e-0000-4000-8000-000000000000";
    const at = new Date(NOW);
    await db().mail.create({
      data: { id, recipient: "al@home.example", template: "test", data: {}, createdAt: at, nextTryAt: at },
    });
    await sent;
    await stop();
    expect(await outbox()).toMatchObject([{ status: "sent" }]);
  });

  test("is stopped while a mail is being sent: that one ends, no other begins", async () => {
    await enqueue("al@home.example");
    await enqueue("bo@home.example");
    let stopping = Promise.resolve();
    const stop = startSender({ limits: LIMITS });
    await new Promise<void>((resolve) => {
      server.beforeAccept = () => {
        stopping = stop();
        resolve();
      };
    });
    await stopping;
    expect(server.received).toHaveLength(1);
    expect((await outbox()).map(({ status }) => status).sort()).toEqual(["sent", "waiting"]);
  });

  test("is stopped while the server hangs: the mail goes back and is sent by the next start, as the same mail", async () => {
    const ids: string[] = [];
    const stop = startSender({ limits: LIMITS, stopMs: 50 });
    const hangs = new Promise<void>((resolve) => {
      server.beforeAccept = ({ id }) => {
        ids.push(id);
        resolve();
        return new Promise(() => {});
      };
    });
    await enqueue();
    await hangs;
    await stop();
    expect(await outbox()).toMatchObject([{ status: "waiting", nextTryAt: new Date(NOW), error: null }]);
    server.beforeAccept = ({ id }) => ids.push(id);
    await send();
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  test("without SMTP_URL it does nothing", async () => {
    await enqueue();
    setSettings(atFirst);
    await startSender({ limits: LIMITS, pollMs: 1 })();
    expect(server.connections).toBe(0);
    expect(await outbox()).toMatchObject([{ status: "waiting", tries: 0 }]);
  });
});

describe("GET /v1/mail", () => {
  test("without SMTP_URL: not configured, and nothing waits", async () => {
    setSettings(atFirst);
    expect(await state()).toEqual({
      ...{ configured: false, waiting: 0, failed: 0 },
      ...{ lastSuccessAt: null, lastErrorAt: null, lastError: null },
    });
  });
});

describe("POST /v1/mail/test", () => {
  const request = (key = personToken(admin, "admin")) => service.call("POST /v1/mail/test", { key, body: "{}" });
  const audited = async () => {
    const { json } = await service.call("GET /v1/audit?limit=200", { key: personToken(admin, "admin") });
    return AuditEntries.parse(json).filter(({ action }) => action === "mail.test");
  };

  test("sends a test mail to the admin's own address and records it", async () => {
    const answer = await request();
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({ to: admin.email });
    await send();
    expect(server.received).toMatchObject([{ to: [admin.email] }]);
    expect(headerOf(server.received[0]?.raw ?? "", "Subject")).toBe("Test mail from Pawhaven");
    expect((await audited())[0]).toMatchObject({ actor: admin.email, subject: admin.email });
  });

  test("while one waits: 200, and no second one", async () => {
    await request();
    const before = (await audited()).length;
    expect((await request()).status).toBe(200);
    expect(await outbox()).toHaveLength(1);
    expect(await audited()).toHaveLength(before);
  });

  test("without SMTP_URL: 409, nothing is stored", async () => {
    setSettings(atFirst);
    expectError(await request(), 409, "conflict", /sends no mail/);
    expect(await outbox()).toEqual([]);
  });
});

test("sweepUp removes sent mail after three days, failed mail after thirty", async () => {
  for (const [index, [status, days]] of (
    [
      ["sent", 2.9],
      ["sent", 3.1],
      ["failed", 29.9],
      ["failed", 30.1],
      ["waiting", 29.9],
      ["waiting", 30.1],
    ] as const
  ).entries()) {
    const at = new Date(NOW - days * DAY);
    await db().mail.create({
      data: {
        id: `6d6f4f4e-0000-4000-8000-00000000000${index}`,
        ...{ recipient: `${days}@home.example`, template: "test", data: {}, createdAt: at, nextTryAt: at, status },
        settledAt: status === "waiting" ? null : at,
      },
    });
  }
  await sweepUp();
  expect((await outbox()).map(({ status, recipient }) => `${status} ${recipient}`)).toEqual([
    "sent 2.9@home.example",
    "failed 29.9@home.example",
    "waiting 29.9@home.example",
  ]);
});
