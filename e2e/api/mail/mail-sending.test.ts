import { describe, expect, test } from "vitest";
import { headerOf, listenSilently } from "@/e2e/testing/mail-server";
import { pool } from "@/lib/database/pool";
import { now } from "@/lib/process/clock";
import { DAY_MS, MINUTE_MS } from "@/lib/values/time";
import { enqueue, later, messageId, NOW, outbox, PASSWORD, send, suiteMail } from "../support/mail";
import { suiteService } from "../support/service";

const suite = suiteMail(suiteService());

/** The bodies of a multipart message, without their encoding. */
const plain = (raw: string) =>
  Buffer.from(
    raw
      .replace(/=\r\n/g, "")
      .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number(`0x${hex}`))),
    "latin1",
  ).toString();

describe("sending mail – the server accepts", () => {
  test("an e-mail goes to one e-mail address, in text and HTML, with links to the site", async () => {
    await enqueue();
    await send();
    const [mail] = suite.server.received;
    expect(suite.server.received).toHaveLength(1);
    expect(mail).toMatchObject({ from: "hello@pets.example", to: ["bo@home.example"], user: "shelter" });
    const { raw = "" } = mail ?? {};
    expect(headerOf(raw, "From")).toBe('"Happy Paws" <hello@pets.example>'.replaceAll('"', ""));
    expect(headerOf(raw, "To")).toBe("bo@home.example");
    expect(headerOf(raw, "Subject")).toBe("We have received your application for Biscuit");
    expect(headerOf(raw, "Date")).toBe("Thu, 31 Jan 2030 12:00:00 +0000");
    expect(headerOf(raw, "Auto-Submitted")).toBe("auto-generated");
    expect(headerOf(raw, "Message-ID")).toMatch(/^<\d+\.1896091200000@pets\.example>$/);
    expect(plain(raw)).toContain("Hello,\r\n\r\nThank you for asking to adopt Biscuit.");
    expect(plain(raw)).toContain("Your application: https://pets.example/applications/1#secret");
    expect(plain(raw)).toContain('<a href="https://pets.example/applications/1#secret">Your application</a>');
    // The row stays for a while, without the content of the e-mail, which is not sent again.
    later(10 * DAY_MS);
    await send();
    expect(suite.server.received).toHaveLength(1);
    expect(await outbox()).toMatchObject([{ status: "done", settledAt: new Date(NOW), tries: 1, data: {} }]);
    expect(await suite.state()).toMatchObject({ waiting: 0, failed: 0, lastSuccessAt: "2030-01-31T12:00:00.000Z" });
  });

  test("names with line breaks, markup and other scripts add no header and no markup", async () => {
    await enqueue("bo@home.example", {
      applicantName: "Bo\r\n.\r\nRCPT TO:<eve@home.example>",
      petName: 'Ζωή\r\nBcc: eve@home.example\u2028<img src="x">',
    });
    await send();
    const [mail] = suite.server.received;
    const { raw = "" } = mail ?? {};
    expect(mail?.to).toEqual(["bo@home.example"]);
    expect(headerOf(raw, "Bcc")).toBe("");
    expect(raw.slice(0, raw.indexOf("\r\n\r\n"))).not.toMatch(/^(?![A-Z][\w-]*:)\S/m);
    expect(plain(raw)).toContain("&lt;img src=&quot;x&quot;&gt;");
    expect(plain(raw)).not.toMatch(/<p>[^<]*<img/);
  });
});

describe("sending mail – the server refuses", () => {
  test.each(["to", "data"] as const)("4xx at %s: the same e-mail is tried again after a pause", async (step) => {
    suite.server.refuse = { step, code: 451, text: "try again" };
    await enqueue();
    await send();
    expect(await outbox()).toMatchObject([{ status: "waiting", tries: 1, dueAt: new Date(NOW + MINUTE_MS) }]);
    suite.server.refuse = null;
    later(MINUTE_MS - 1);
    await send();
    expect(suite.server.received).toHaveLength(0);
    later(1);
    await send();
    const [row] = await outbox();
    expect(suite.server.received.map(({ id }) => id)).toEqual([row && messageId(row)]);
    expect(row).toMatchObject({ status: "done", tries: 2 });
  });

  test.each(["to", "data"] as const)(
    "5xx at %s: the e-mail is given up at once, and is kept and counted",
    async (step) => {
      suite.server.refuse = { step, code: 550, text: "5.1.1 <bo@home.example>: no such person" };
      await enqueue();
      await send();
      suite.server.refuse = null;
      later(DAY_MS);
      await send();
      expect(suite.server.received).toHaveLength(0);
      expect(await outbox()).toMatchObject([{ status: "failed", tries: 1, settledAt: new Date(NOW), data: {} }]);
      expect(await suite.state()).toMatchObject({
        failed: 1,
        lastErrorAt: "2030-01-31T12:00:00.000Z",
        lastSuccessAt: null,
      });
      expect((await suite.state()).lastError).toMatch(/550 5\.1\.1 <<address>>: no such person/);
    },
  );

  test("one e-mail is refused and another cannot be composed: the others go out in the same round", async () => {
    await enqueue("broken@home.example");
    await pool().query("UPDATE jobs SET template = 'constructor'");
    suite.server.refuse = { step: "to", code: 450, text: "full", to: /^al@/ };
    for (const to of ["al@home.example", "bo@home.example", "cy@home.example"]) await enqueue(to);
    await send();
    expect(suite.server.received.flatMap(({ to }) => to).sort()).toEqual(["bo@home.example", "cy@home.example"]);
    expect((await outbox()).map(({ status }) => status)).toEqual(["failed", "waiting", "done", "done"]);
  });

  test.each([
    ["auth", 535],
    ["from", 550],
  ] as const)(
    "5xx at %s is about the service, not this e-mail: it waits, and others are not tried",
    async (step, code) => {
      suite.server.refuse = { step, code, text: `no, ${PASSWORD} is not the password of shelter` };
      await enqueue("al@home.example");
      await enqueue("bo@home.example");
      await send();
      expect(suite.server.connections).toBe(1);
      expect((await outbox()).map(({ status, tries }) => [status, tries])).toContainEqual(["waiting", 1]);
      suite.server.refuse = null;
      later(MINUTE_MS);
      await send();
      expect(suite.server.received).toHaveLength(2);
    },
  );

  test("neither the log nor the API has the password, an e-mail address or a name", async () => {
    suite.server.refuse = { step: "auth", code: 535, text: `${PASSWORD} of shelter is wrong, bo@home.example` };
    await enqueue();
    await send();
    const logged = suite.lines.join("");
    expect(logged).toContain('"a job failed"');
    const told = JSON.stringify([logged, await suite.state(), (await outbox()).map(({ result }) => result)]);
    for (const secret of [PASSWORD, encodeURIComponent(PASSWORD), "home.example", "Biscuit", "#secret"]) {
      expect(told).not.toContain(secret);
    }
  });
});

describe("sending mail – the server fails", () => {
  test("the server never sends a greeting: the attempt times out and is repeated", async () => {
    const silent = await listenSilently();
    suite.mailTo(silent.port);
    await enqueue();
    await send(200);
    await silent.close();
    expect(await outbox()).toMatchObject([{ status: "waiting", tries: 1 }]);
    expect((await suite.state()).lastError).toMatch(/ETIMEDOUT/);
    suite.mailTo(suite.server.port);
    later(MINUTE_MS);
    await send();
    expect(suite.server.received).toHaveLength(1);
  });

  test("the server never says whether it accepted the e-mail: the attempt times out and is repeated", async () => {
    const ids: string[] = [];
    suite.server.beforeAccept = ({ id }) => {
      ids.push(id);
      return ids.length === 1 ? new Promise(() => {}) : undefined;
    };
    await enqueue();
    await send(3_000);
    expect(await outbox()).toMatchObject([{ status: "waiting", tries: 1 }]);
    later(MINUTE_MS);
    await send();
    expect(suite.server.received).toHaveLength(1);
    expect(ids[1]).toBe(ids[0]);
  });

  test("the server stops and starts again: everything is sent once", async () => {
    for (const to of ["al@home.example", "bo@home.example", "cy@home.example"]) await enqueue(to);
    await suite.server.close();
    await send();
    expect((await outbox()).map(({ tries }) => tries).sort()).toEqual([0, 0, 1]);
    expect(await suite.state()).toMatchObject({ waiting: 3, lastError: expect.stringMatching(/ECONNREFUSED|ESOCKET/) });
    await suite.server.listen();
    later(MINUTE_MS);
    await send();
    expect(suite.server.received.flatMap(({ to }) => to).sort()).toEqual([
      "al@home.example",
      "bo@home.example",
      "cy@home.example",
    ]);
    expect(await suite.state()).toMatchObject({ waiting: 0, failed: 0 });
  });

  test("the pauses grow from a minute to an hour, and after three days the e-mail is given up", async () => {
    suite.server.refuse = { step: "to", code: 450, text: "full" };
    await enqueue();
    const pauses: number[] = [];
    for (let tries = 1; tries < 10; tries++) {
      await send();
      const pause = Number((await outbox())[0]?.dueAt) - now();
      pauses.push(pause / MINUTE_MS);
      later(pause);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 15, 30, 60, 60, 60]);
    for (const [days, status] of [
      [2.9, "waiting"],
      [3, "failed"],
    ] as const) {
      later(NOW + days * DAY_MS - now());
      await send();
      expect(await outbox()).toMatchObject([{ status }]);
    }
    expect(await outbox()).toMatchObject([{ tries: 11, data: {} }]);
    expect(suite.lines.filter((line) => line.includes("a job is given up"))).toHaveLength(1);
  });
});
