import { inspect } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { verifyBrowserToken } from "@/lib/api/browser-token";
import { OPERATOR } from "@/lib/audit/store";
import { db } from "@/lib/database/client";
import { pool } from "@/lib/database/pool";
import { generateKey, hashKey } from "@/lib/keys/format";
import { NewKey } from "@/lib/keys/schema";
import { createKey, listKeys, revokeKey } from "@/lib/keys/store";
import { changePerson, resetPassword } from "@/lib/people/store";
import { now, setClock } from "@/lib/process/clock";
import { expectError, expectPet } from "../support/answers";
import { newKey, newPerson, personToken, type SignedInPerson } from "../support/service";
import { addStaff, suiteSignIn } from "../support/sign-in-suite";

const { service, newBrowser, write: add } = suiteSignIn();
const list = (key: string) => service.call("GET /v1/pets", { key });

afterEach(() => setClock(null));

describe("API keys", () => {
  test("unknown, mistyped, expired and revoked keys, and what is no key, get the same response", async () => {
    const revoked = await createKey(OPERATOR, NewKey.parse({ name: "revoked" }));
    await revokeKey(OPERATOR, revoked.id);
    const expired = await newKey({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
    setClock(() => Date.now() + 120_000);
    const real = generateKey();
    const wrongChecksum = real.slice(0, -1) + (real.endsWith("0") ? "1" : "0");
    const credentials = ["x", real, wrongChecksum, revoked.key, expired, `${service.key}x`, `${service.key} x`];
    const seen = new Set<string>();
    for (const authorization of [
      ...[...credentials, "k".repeat(9_000), "pet_live_", "web_", "web_e30.e30"].map((one) => `Bearer ${one}`),
      ...["Bearer", `Basic ${service.key}`, service.key],
    ]) {
      const answer = await service.call("GET /v1/pets", { key: null, headers: { authorization } });
      expectError(answer, 401, "unauthorized");
      seen.add(`${answer.text} ${answer.headers["www-authenticate"]}`);
    }
    expect(seen.size).toBe(1);
    const query = `access_token=${service.key}&key=${service.key}`;
    expectError(await service.call(`GET /v1/pets?${query}`, { key: null }), 401, "unauthorized");
  });

  test("the database stores a SHA-256 and the first characters, never the secret", async () => {
    const key = await newKey();
    const { rows } = await pool().query("SELECT * FROM keys WHERE hash = $1", [hashKey(key)]);
    expect(rows).toHaveLength(1);
    expect(key.startsWith(rows[0].prefix)).toBe(true);
    expect(JSON.stringify(rows)).not.toContain(key.slice(20));
    expect(inspect(await listKeys({ limit: 100 }), { depth: null })).not.toMatch(/hash/);
  });
});

describe("browser tokens", () => {
  const VISITOR = ["pets:read", "applications:create"];
  const STAFF = [
    ...["pets:read", "pets:write", "care:read", "care:write", "history:read", "orders:read", "orders:write"],
    ...["applications:create", "applications:read", "applications:write"],
  ];
  // The lists are written out here, because every other test takes them from the service.
  test.each([
    ["a visitor", null, false, VISITOR],
    ["a person with a one-time password", "admin", true, VISITOR],
    ["staff", "staff", false, STAFF],
    ["an admin", "admin", false, [...STAFF, "admin"]],
  ] as const)(
    "GET /browser-token: the token of %s has these scopes and no others",
    async (_, role, oneTime, scopes) => {
      const browser = newBrowser();
      if (role) {
        const { id, email, password } = await addStaff(oneTime);
        await db().user.update({ where: { id }, data: { role } });
        expect((await browser.signIn(email, password)).status).toBe(200);
      }
      expect(verifyBrowserToken(await browser.token())?.scopes).toEqual(scopes);
    },
  );

  const disableAndEnable = async (id: string) => {
    await changePerson(OPERATOR, id, { disabled: true });
    await changePerson(OPERATOR, id, { disabled: false });
  };
  test.each<[what: string, end: (person: SignedInPerson) => Promise<unknown>]>([
    [
      "the end of the session",
      ({ session: id }) => db().session.update({ where: { id }, data: { expiresAt: new Date(now()) } }),
    ],
    ["a new password", ({ id }) => resetPassword(OPERATOR, { id })],
    ["being disabled", ({ id }) => changePerson(OPERATOR, id, { disabled: true })],
    ["being disabled and enabled again", ({ id }) => disableAndEnable(id)],
  ])("%s ends a token immediately, before it expires", async (_what, end) => {
    const person = await newPerson("admin");
    expectPet(await add(person.token), 201);
    await end(person);
    const refused = await add(person.token);
    expectError(refused, 401, "unauthorized");
    expect(refused.headers["www-authenticate"]).toContain('error="invalid_token"');
    expectError(await service.call("GET /v1/keys", { key: person.token }), 401, "unauthorized");
    // They would include those that are hidden.
    expectError(await list(person.token), 401, "unauthorized");
  });

  test("a token with another person's session is refused", async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    expectError(await add(personToken({ id: one.id, session: other.session })), 401, "unauthorized");
  });
});
