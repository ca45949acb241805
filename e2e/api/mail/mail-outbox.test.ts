import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/lib/database/client";
import { inTransaction } from "@/lib/database/transaction";
import { deleteMailAbout, enqueueMail, onWake } from "@/lib/mail/store";
import { setClock } from "@/lib/process/clock";
import type { Settings } from "@/lib/process/env";
import { setSettings, settings } from "@/lib/process/settings";
import { suiteService } from "../support/service";

suiteService({
  environment: {
    SMTP_URL: "smtp://mail.example",
    MAIL_FROM: "Happy Paws <hello@pets.example>",
    SITE_URL: "https://pets.example",
  },
});
const NOW = Date.UTC(2030, 0, 31, 12);
const RECEIPT = {
  to: "bo@home.example",
  template: "application_received",
  data: { applicantName: "Bo", petName: "Biscuit", path: "/applications/1#secret" },
} as const;

let configured: Settings;
let woken = 0;
beforeAll(() => {
  configured = settings();
});
beforeEach(() => {
  woken = 0;
  onWake(() => woken++);
  setClock(() => NOW);
});
afterEach(async () => {
  onWake(null);
  setClock(null);
  setSettings(configured);
  await db().mail.deleteMany();
});
const enqueue = (mail: Parameters<typeof enqueueMail>[1]) => inTransaction((tx) => enqueueMail(tx, mail));

describe("enqueueMail", () => {
  test("stores the e-mail as due, and wakes the sender after the commit", async () => {
    const wokenInside = await inTransaction(async (tx) => {
      expect(await enqueueMail(tx, { ...RECEIPT, about: "application:1" })).toBe(true);
      return woken;
    });
    expect([wokenInside, woken]).toEqual([0, 1]);
    expect(await db().mail.findMany()).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        recipient: "bo@home.example",
        template: "application_received",
        data: RECEIPT.data,
        about: "application:1",
        status: "waiting",
        tries: 0,
        createdAt: new Date(NOW),
        nextTryAt: new Date(NOW),
        settledAt: null,
        error: null,
      },
    ]);
  });

  test("if the transaction fails afterwards, there is no mail and the sender is not woken", async () => {
    const failing = inTransaction(async (tx) => {
      await enqueueMail(tx, RECEIPT);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await db().mail.count()).toBe(0);
    expect(woken).toBe(0);
  });

  test("without SMTP_URL nothing is stored, and the response says so", async () => {
    const { SMTP_URL: _off, ...others } = configured;
    setSettings(others);
    expect(await enqueue(RECEIPT)).toBe(false);
    expect(await db().mail.count()).toBe(0);
    expect(woken).toBe(0);
  });

  test.each([
    "bo@home.example\r\nBcc: all@home.example",
    "bo@home.example, al@home.example",
    "Bo <bo@home.example>",
    "bo@home.example\0",
    '"bo\r\n"@home.example',
    "bo home@example.org",
    "bo",
    `${"b".repeat(250)}@home.example`,
  ])("%j is refused, because it is not the e-mail address of one person", async (to) => {
    await expect(enqueue({ ...RECEIPT, to })).rejects.toThrow();
    expect(await db().mail.count()).toBe(0);
  });

  test.each(["https://other.example/", "//other.example/", "/a b", "/a\r\nb", ""])(
    "%j is refused, because it is not a path of this site",
    async (path) => {
      await expect(enqueue({ ...RECEIPT, data: { ...RECEIPT.data, path } })).rejects.toThrow();
    },
  );
});

test("deleteMailAbout deletes only the e-mails about the given things", async () => {
  await enqueue({ ...RECEIPT, about: "application:1" });
  await enqueue({ ...RECEIPT, about: "application:12" });
  await enqueue(RECEIPT);
  await inTransaction((tx) => deleteMailAbout(tx, "application:1"));
  const left = await db().mail.findMany({ orderBy: { about: "asc" } });
  expect(left.map(({ about }) => about)).toEqual(["application:12", null]);
});
