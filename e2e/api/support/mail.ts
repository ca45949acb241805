import { afterEach, beforeAll, beforeEach, vi } from "vitest";
import { MailServer } from "@/e2e/testing/mail-server";
import { db } from "@/lib/database/client";
import { inTransaction } from "@/lib/database/transaction";
import { JobWorker } from "@/lib/jobs/worker";
import { MailState } from "@/lib/mail/schema";
import { mailJobs } from "@/lib/mail/sender";
import { enqueueMail } from "@/lib/mail/store";
import { now, setClock } from "@/lib/process/clock";
import { parseEnv, type Settings } from "@/lib/process/env";
import { setSettings, settings } from "@/lib/process/settings";
import { newPerson, personToken, type Service, type SignedInPerson } from "./service";

export const NOW = Date.UTC(2030, 0, 31, 12);
/** The password of the mail server. */
export const PASSWORD = "open sesame/1";
export const TIMEOUT_MS = 25_000;

/** A suite about mail: a mail server for each test, and the clock at NOW. Mail is sent only when a test does so. */
export type MailSuite = {
  server: MailServer;
  admin: SignedInPerson;
  /** What was logged in this test. */
  lines: string[];
  /** From now on, the service sends no mail. */
  turnOff(): void;
  /** From now on, the service sends mail to this port of this machine. */
  mailTo(port: number): void;
  /** The state of sending mail, as admins see it. */
  state(): Promise<MailState>;
};

/** Prepares a suite about mail. */
export function suiteMail(service: Service): MailSuite {
  let atFirst: Settings;
  const suite = {
    turnOff: () => setSettings(atFirst),
    mailTo: (port) => setSettings({ ...atFirst, ...mailSettings(port) }),
    state: async () =>
      MailState.parse((await service.call("GET /v1/mail", { key: personToken(suite.admin, "admin") })).json),
  } as MailSuite;
  beforeAll(async () => {
    atFirst = settings();
    suite.admin = await newPerson("admin", "Ada");
  });
  beforeEach(async () => {
    setClock(() => NOW);
    suite.server = new MailServer();
    await suite.server.listen();
    suite.mailTo(suite.server.port);
    suite.lines = [];
    vi.spyOn(process.stdout, "write").mockImplementation((line) => suite.lines.push(String(line)) > 0);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    setClock(null);
    suite.turnOff();
    await suite.server.close();
    await db().job.deleteMany();
    const empty = { lastSuccessAt: null, lastErrorAt: null, lastError: null };
    await db().mailHealth.update({ where: { id: 1 }, data: empty });
  });
  return suite;
}

function mailSettings(port: number) {
  const { SMTP_URL, MAIL_FROM, SITE_URL } = parseEnv({
    SMTP_URL: `smtp://shelter:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    MAIL_FROM: "Happy Paws <hello@pets.example>",
    SITE_URL: "https://pets.example",
  });
  return { SMTP_URL, MAIL_FROM, SITE_URL };
}

/** Puts an e-mail into the outbox. */
export function enqueue(
  to = "bo@home.example",
  data: { applicantName?: string; petName?: string; path?: string } = {},
): Promise<boolean> {
  const all = { applicantName: "Bo", petName: "Biscuit", path: "/applications/1#secret", ...data };
  return inTransaction((tx) => enqueueMail(tx, [{ to, template: "application_received", data: all }]));
}

/** Sends the mail that is due. */
export const send = (timeoutMs = TIMEOUT_MS) => new JobWorker(mailJobs(undefined, timeoutMs)).workOff();

/** Returns all mail, in the order in which it was written. */
export const outbox = () => db().job.findMany({ orderBy: { id: "asc" } });

/** What the mail server gets as the Message-ID. */
export const messageId = ({ id, createdAt }: { id: bigint; createdAt: Date }) =>
  `<${id}.${createdAt.getTime()}@pets.example>`;

/** Moves the clock forward, in milliseconds. */
export function later(ms: number): void {
  const at = now() + ms;
  setClock(() => at);
}
