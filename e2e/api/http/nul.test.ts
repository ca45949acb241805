import { expect, test, vi } from "vitest";
import { openExchange, respondError } from "@/lib/api/respond";
import { db } from "@/lib/database/client";
import { pool } from "@/lib/database/pool";
import { SCOPES } from "@/lib/scopes";
import { expectError } from "../support/answers";
import { OPERATIONS, pathOf, validCall } from "../support/operations";
import { newPerson, personToken, suiteService } from "../support/service";
import { Browser, signInRoutes } from "../support/sign-in-suite";

// PostgreSQL cannot store the character U+0000. Wherever a caller sends it, it is the caller's mistake.
const service = suiteService({ pages: signInRoutes });

async function stored(): Promise<number[]> {
  return [await service.count(), await db().apiKey.count(), await db().user.count(), await db().auditEntry.count()];
}

/** Executes an action and returns the lines that it logged at the level `error`. */
async function errorsOf(action: () => Promise<void>): Promise<string[]> {
  const lines: string[] = [];
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, "write").mockImplementation((line) => lines.push(String(line)) > 0),
  );
  try {
    await action();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return lines.filter((line) => !/"level":"(info|warn)"/.test(line));
}

for (const operation of OPERATIONS) {
  const { method, route, spec } = operation;
  const credential = async () => {
    if (SCOPES.some((scope) => scope === spec.scope)) return service.key;
    return personToken(await newPerson("admin"), "admin");
  };

  if (spec.params)
    test(`${method} ${route} – U+0000 in the path: 404`, async () => {
      const key = await credential();
      const { target, ...rest } = await validCall(operation);
      const valid = target.replace(/^.*\/v1\/\w+\/([^/?]+).*$/, "$1");
      const before = await stored();
      const logged = await errorsOf(async () => {
        for (const value of ["%00", "a%00b", `${valid}%00`, `%00${valid}`, `${valid}%0A`]) {
          const params = Object.fromEntries(Object.keys(spec.params.shape).map((name) => [name, value]));
          const answer = await service.call(`${method} ${pathOf(route, params)}`, { ...rest, key });
          expectError(answer, 404, "not_found");
        }
      });
      expect(logged).toEqual([]);
      expect(await stored()).toEqual(before);
    });

  for (const name of Object.keys(spec.query?.shape ?? {}))
    test(`${method} ${route} – U+0000 in the parameter ${name}: 400`, async () => {
      const target = `${method} ${pathOf(route)}?${name}=a%00b`;
      expectError(await service.call(target, { key: await credential() }), 400, "bad_request", `${name} must`);
    });

  for (const name of Object.keys(spec.body?.shape ?? {}))
    test(`${method} ${route} – U+0000 in the field ${name}: 400`, async () => {
      const key = await credential();
      const { target, body = "{}" } = await validCall(operation);
      const valid: unknown = JSON.parse(String(body))[name] ?? "a";
      const before = await stored();
      const logged = await errorsOf(async () => {
        for (const value of ["\0", `${valid}\0`, `\0${valid}`, "a\0b@shelter.example", [`${valid}\0`]]) {
          const changed = JSON.stringify({ ...JSON.parse(String(body)), [name]: value });
          expectError(await service.call(target, { key, body: changed }), 400, "bad_request", new RegExp(`^${name}`));
        }
      });
      expect(logged).toEqual([]);
      expect(await stored()).toEqual(before);
    });
}

test("sign-in – U+0000 in the e-mail address: 400, and nothing is logged or counted", async () => {
  const logged = await errorsOf(async () => {
    for (const email of ["a\0@b.example", "\0", "a@b.example\0", "a\n@b.example", "a\ud800@b.example"]) {
      const answer = await new Browser(service).signIn(email, "x");
      expect(answer.status, JSON.stringify(email)).toBe(400);
      expect(JSON.parse(answer.text).message).toBe("email must not have control characters");
    }
  });
  expect(logged).toEqual([]);
  expect(await db().windowCount.count()).toBe(0);
});

test("sign-in – U+0000 in a wrong password: 401, and in a cookie: not signed in", async () => {
  const { email } = await newPerson();
  const logged = await errorsOf(async () => {
    expect((await new Browser(service).signIn(email, "a\0b")).status).toBe(401);
    const browser = new Browser(service);
    browser.setCookie("better-auth.session_token", "a%00b.AAAA");
    expect((await browser.changePassword("a\0", "plum lantern quietly seven")).status).toBe(401);
    expect((await browser.signOut()).status).toBe(200);
  });
  expect(logged).toEqual([]);
});

test("U+0000 that reaches the database: 400, not 500", async () => {
  const failures = [
    () => db().user.findUnique({ where: { email: "a\0" } }),
    () => db().$queryRaw`SELECT ${"a\0"}`,
    () => pool().query("SELECT $1::text", ["a\0"]),
    () => pool().query("SELECT $1::jsonb ->> 'a'", ['{"a":"\\u0000"}']),
  ];
  const exchange = openExchange({ method: "GET", path: "/", address: "127.0.0.1", header: () => null });
  const logged = await errorsOf(async () => {
    for (const fail of failures) {
      const error: unknown = await fail().then(
        () => expect.unreachable(),
        (thrown: unknown) => thrown,
      );
      expect(respondError(exchange, error)).toMatchObject({ status: 400 });
    }
  });
  expect(logged).toEqual([]);
});
