import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseEnv } from "./env";

describe("parseEnv", () => {
  test("an empty value is a missing one, and other variables are ignored", () => {
    expect(parseEnv({ PORT: "", DATABASE_URL: "", OTHER: "x" })).toEqual(parseEnv({}));
  });

  /** Wrong values of each setting. */
  const WRONG: Readonly<Record<string, readonly string[]>> = {
    PORT: ["abc", "-1", "65536", "80.5", "1e3", " 80"],
    HOST: ["a b", "http://x", "\n"],
    DATABASE_URL: ["localhost", "mysql://u:hunter2@h/d", "postgresql"],
    DEMO_DATA: ["maybe"],
    ONE_TIME_PASSWORD_HOURS: ["0", "8761", "-1", "72h"],
    WORKERS: ["0", "65", "two"],
    REDIS_URL: ["http://x", "redis"],
    STRANGER_LIMIT: ["60", "0,5", "-1,5", "1,2,3"],
    SITE_URL: [
      ...["pets.example", "ftp://pets.example", "javascript:alert(1)", "https://", "https://u:p@pets.example"],
      ...["https://pets.example/shelter", "https://pets.example/?", "https://pets.example#a", "https://a b"],
    ],
    SMTP_URL: [
      ...["mail.example", "http://mail.example", "smtp:", "smtp://", "smtp://mail.example/path"],
      ...["smtp://mail.example?a=1", "smtp://mail.example?", "smtps://mail.example?tls=off", "smtp://a?tls=off#b"],
      ...["smtp://user@mail.example", "smtp://:secret@mail.example", "smtp://us%er:secret@mail.example"],
      ...["smtp://mail.example:0", "smtp://mail.example:99999", "smtp://mail.exa\nmple", "smtp://a:b%0Ac@mail.example"],
    ],
    MAIL_FROM: [
      ...["hello", "hello@pets", "Happy Paws", "Happy Paws <hello>", "a@pets.example, b@pets.example"],
      ...["Happy\nPaws <a@pets.example>", "Happy <b@pets.example> <a@pets.example>"],
      "a@pets.example\r\nBcc: b@pets.example",
    ],
    TRUSTED_PROXIES: ["11", "1.5"],
    BAN_SECONDS: ["0", "60,", "a"],
    BAN_FORGIVEN_SECONDS: ["-1", "61", "1.5"],
    AUDIT_DAYS: ["30", "36501", "-1", "1e3", "400d"],
    AUTH_SECRET: ["short"],
    DATA_DIR: ["a\0b"],
  };
  const wrong = Object.entries(WRONG).flatMap(([name, values]) => values.map((value) => [name, value] as const));
  test.each(wrong)("%s is %j: the error is one line with the name but not the value", (name, value) => {
    expect(() => parseEnv({ [name]: value })).toThrow(new RegExp(`^${name} must (?!.*hunter2)[^\\n]+$`));
  });

  test("SITE_URL is read as an origin: lower case, without the default port and the slash", () => {
    expect(parseEnv({ SITE_URL: "HTTPS://Pets.Example:443/" }).SITE_URL).toBe("https://pets.example");
    expect(parseEnv({ SITE_URL: "http://[::1]:3000" }).SITE_URL).toBe("http://[::1]:3000");
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
    expect(parseEnv({ MAIL_FROM: "a@pets.example" }).MAIL_FROM).toEqual({ name: "", email: "a@pets.example" });
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
