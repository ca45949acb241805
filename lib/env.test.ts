import { describe, expect, test } from "vitest";
import { parseEnv } from "./env";

describe("parseEnv", () => {
  test("uses defaults for missing and empty values", () => {
    const expected = {
      ...{
        PORT: 3000,
        HOST: "127.0.0.1",
        DATA_DIR: ".data",
        DEMO_DATA: true,
        WORKERS: 1,
        TRUSTED_PROXIES: 0,
        BAN_STRIKES: 10,
        BAN_FORGIVEN_SECONDS: 2,
        AUDIT_DAYS: 730,
        USAGE_DAYS: 400,
        BAN_DAYS: 400,
      },
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
});
