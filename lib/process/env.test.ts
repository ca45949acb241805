import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseEnv } from "./env";

describe("parseEnv", () => {
  test("uses defaults for missing and empty values", () => {
    const expected = {
      PORT: 3000,
      HOST: "127.0.0.1",
      DATA_DIR: ".data",
      DEMO_DATA: true,
      DRAIN_SECONDS: 0,
      WORKERS: 1,
      TRUSTED_PROXIES: 0,
      BAN_STRIKES: 10,
      BAN_FORGIVEN_SECONDS: 2,
      AUDIT_DAYS: 730,
      USAGE_DAYS: 400,
      BAN_DAYS: 400,
      APPLICATION_DAYS: 180,
      RECEIPTS_PER_HOUR: 100,
      STRANGER_LIMIT: { perMinute: 60, perDay: 1_000 },
      VISITOR_LIMIT: { perMinute: 300, perDay: 20_000 },
      PAGE_LIMIT: { perMinute: 600, perDay: 50_000 },
      ONE_TIME_PASSWORD_HOURS: 72,
      STAFF_LIMIT: { perMinute: 1_000, perDay: 100_000 },
      BAN_SECONDS: [60, 300, 3_600],
    };
    expect(parseEnv({})).toEqual(expected);
    expect(parseEnv({ PORT: "", DATABASE_URL: "", OTHER: "x" })).toEqual(expected);
  });

  test("BAN_SECONDS is in seconds", () => {
    expect(parseEnv({ BAN_SECONDS: "1,90,9999999" }).BAN_SECONDS).toEqual([1, 90, 9_999_999]);
  });

  const bad: [string, string][] = [
    ...["abc", "-1", "65536", "80.5", "1e3", " 80"].map((value): [string, string] => ["PORT", value]),
    ...["a b", "http://x", "\n"].map((value): [string, string] => ["HOST", value]),
    ...["localhost", "mysql://h/d", "postgresql"].map((value): [string, string] => ["DATABASE_URL", value]),
    ["DEMO_DATA", "maybe"],
    ...["0", "8761", "-1", "72h"].map((value): [string, string] => ["ONE_TIME_PASSWORD_HOURS", value]),
    ...["0", "65", "two"].map((value): [string, string] => ["WORKERS", value]),
    ...["http://x", "redis"].map((value): [string, string] => ["REDIS_URL", value]),
    ...["60", "0,5", "-1,5", "1,2,3"].map((value): [string, string] => ["STRANGER_LIMIT", value]),
    ...["60", "0,0"].map((value): [string, string] => ["PAGE_LIMIT", value]),
    ...[
      ...["pets.example", "ftp://pets.example", "javascript:alert(1)", "https://", "https://u:p@pets.example"],
      ...["https://pets.example/shelter", "https://pets.example/?", "https://pets.example#a", "https://a b"],
    ].map((value): [string, string] => ["SITE_URL", value]),
    ...[
      ...[
        "mail.example",
        "http://mail.example",
        "smtp:",
        "smtp://",
        "smtp://mail.example/path",
        ...["smtp://mail.example?a=1", "smtp://mail.example?", "smtps://mail.example?tls=off", "smtp://a?tls=off#b"],
      ],
      ...["smtp://user@mail.example", "smtp://:secret@mail.example", "smtp://us%er:secret@mail.example"],
      ...["smtp://mail.example:0", "smtp://mail.example:99999", "smtp://mail.exa\nmple", "smtp://a:b%0Ac@mail.example"],
    ].map((value): [string, string] => ["SMTP_URL", value]),
    ...[
      ...["hello", "hello@pets", "Happy Paws", "Happy Paws <hello>", "a@pets.example, b@pets.example"],
      ...[
        "Happy\nPaws <a@pets.example>",
        "Happy <b@pets.example> <a@pets.example>",
        "a@pets.example\r\nBcc: b@pets.example",
      ],
    ].map((value): [string, string] => ["MAIL_FROM", value]),
    ...["11", "1.5"].map((value): [string, string] => ["TRUSTED_PROXIES", value]),
    ...["0", "60,", "a"].map((value): [string, string] => ["BAN_SECONDS", value]),
    ...["-1", "61", "1.5"].map((value): [string, string] => ["BAN_FORGIVEN_SECONDS", value]),
    ...["30", "36501", "-1", "1e3", "400d"].map((value): [string, string] => ["AUDIT_DAYS", value]),
    ["AUTH_SECRET", "short"],
    ["DATA_DIR", "a\0b"],
  ];
  for (const [name, value] of bad) {
    test(`${name} is ${JSON.stringify(value)}: the error is one line with the name but not the value`, () => {
      expect(() => parseEnv({ [name]: value })).toThrow(new RegExp(`^${name} must [^\\n]+$`));
    });
  }

  test("SITE_URL is read as an origin: lower case, without the default port and the slash", () => {
    expect(parseEnv({ SITE_URL: "HTTPS://Pets.Example:443/" }).SITE_URL).toBe("https://pets.example");
    expect(parseEnv({ SITE_URL: "http://[::1]:3000" }).SITE_URL).toBe("http://[::1]:3000");
  });

  test("an error never contains the password of DATABASE_URL", () => {
    expect(() => parseEnv({ DATABASE_URL: "mysql://u:hunter2@h/d" })).toThrow(/^(?!.*hunter2)/);
  });

  const MAIL = { MAIL_FROM: "Happy Paws <hello@pets.example>", SITE_URL: "https://pets.example" };

  test("SMTP_URL is read into its parts, and MAIL_FROM into a name and an e-mail address", () => {
    const smtp = (url: string) => parseEnv({ ...MAIL, SMTP_URL: url }).SMTP_URL;
    const plain = { host: "mail.example", port: 587, implicitTls: false, mayBePlain: false, login: null };
    expect(smtp("smtp://mail.example")).toEqual(plain);
    expect(smtp("smtp://mail.example:2525/?tls=off")).toEqual({ ...plain, port: 2525, mayBePlain: true });
    expect(smtp("smtps://a%40b:p%20%3A@mail.example")).toEqual({
      ...plain,
      port: 465,
      implicitTls: true,
      login: { user: "a@b", password: "p :" },
    });
    expect(smtp("smtp://[::1]:25")).toEqual({ ...plain, host: "::1", port: 25 });
    expect(parseEnv(MAIL).MAIL_FROM).toEqual({ name: "Happy Paws", email: "hello@pets.example" });
    expect(parseEnv({ MAIL_FROM: "hello@pets.example" }).MAIL_FROM).toEqual({
      name: "",
      email: "hello@pets.example",
    });
  });

  test.each(["MAIL_FROM", "SITE_URL"] as const)(
    "SMTP_URL without %s gets one line that names what is missing",
    (name) => {
      const { [name]: _missing, ...rest } = MAIL;
      expect(() => parseEnv({ ...rest, SMTP_URL: "smtp://a:secret@mail.example" })).toThrow(
        new RegExp(`^${name} must be set when SMTP_URL is: [^\\n]+$`),
      );
    },
  );
});

describe("the documented settings", () => {
  /** The names that are read from the environment, each with its default in the form of the settings. */
  const settings = () => {
    const names = new Set<string>();
    const read = new Proxy({} as Record<string, string>, { get: (_, name) => void names.add(String(name)) });
    const defaults: Readonly<Record<string, unknown>> = parseEnv(read);
    return [...names].map((name) => [name, defaults[name]] as const);
  };
  /** Parses documented defaults, by name. An empty one is none. */
  const documented = (found: Iterable<RegExpExecArray>) =>
    [...found].map(([, name = "", value = ""]) => {
      const parsed: Readonly<Record<string, unknown>> = parseEnv({ [name]: value });
      return [name, value === "" ? undefined : parsed[name]] as const;
    });
  const read = (file: string) => readFileSync(file, "utf8");

  test("of .env.example are those of the service, with their defaults", () => {
    const found = documented(read(".env.example").matchAll(/^#([A-Z_]+)=(.*)$/gm));
    expect(found.toSorted()).toEqual(settings().toSorted());
  });

  test("of the README are some of these, with the same defaults", () => {
    const rows = read("README.md").match(/^\| `[A-Z_]+`.*?\|/gm) ?? [];
    const found = documented(rows.join("\n").matchAll(/`([A-Z_]+)`(?: ([\w.,]*\w))?/g));
    expect(found.length).toBeGreaterThan(8);
    expect(settings()).toEqual(expect.arrayContaining(found));
  });

  test.each(settings().map(([name]) => name))("%s is among those that the operations page explains", (name) => {
    const [, section = ""] = read("docs/operations.md").split(/^## Configuration$/m);
    expect(section.split(/^## /m)[0]).toContain(`\`${name}\``);
  });
});
