import { afterEach, describe, expect, test } from "vitest";
import { mintBrowserToken } from "@/lib/api/browser-token";
import { OPERATOR } from "@/lib/audit/store";
import { db } from "@/lib/database/client";
import { pool } from "@/lib/database/pool";
import { hashKey } from "@/lib/keys/format";
import { NewKey } from "@/lib/keys/schema";
import { createKey, listKeys, revokeKey } from "@/lib/keys/store";
import { changePerson, resetPassword } from "@/lib/people/store";
import { now, setClock } from "@/lib/process/clock";
import { expectError, expectPet, expectPets } from "../support/answers";
import { moveClocks, newKey, newPerson, personToken, type SignedInPerson, suiteService } from "../support/service";

const service = suiteService();
const list = (key: string) => service.call("GET /v1/pets", { key });
const add = (key: string) => service.call("POST /v1/pets", { key, body: `{"name":"A","categoryId":1}` });

afterEach(() => setClock(null));

describe("API keys", () => {
  test("a key that was revoked before its first use: 401", async () => {
    const { id, key } = await createKey(OPERATOR, NewKey.parse({ name: "gone" }));
    await revokeKey(OPERATOR, id);
    expectError(await list(key), 401, "unauthorized");
  });

  test("a key in use stops working within a second of its revocation", async () => {
    const { id, key } = await createKey(OPERATOR, NewKey.parse({ name: "used" }));
    expectPets(await list(key));
    await revokeKey(OPERATOR, id);
    moveClocks(1_000);
    expectError(await list(key), 401, "unauthorized");
  });

  test("revoking an unknown key: 404", async () => {
    await expect(revokeKey(OPERATOR, "key_none")).rejects.toThrow("There is no key with this id");
  });

  test("a key works until the instant it expires", async () => {
    const expiresAt = Date.now() + 3_600_000;
    const key = await newKey({ expiresAt: new Date(expiresAt).toISOString() });
    setClock(() => expiresAt - 1);
    expectPets(await list(key));
    setClock(() => expiresAt);
    expectError(await list(key), 401, "unauthorized");
  });

  test("unknown, expired and revoked keys get the same response", async () => {
    const revoked = await createKey(OPERATOR, NewKey.parse({ name: "revoked" }));
    await revokeKey(OPERATOR, revoked.id);
    const expired = await newKey({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
    setClock(() => Date.now() + 120_000);
    const answers = await Promise.all([list("nonsense"), list(revoked.key), list(expired)]);
    const seen = answers.map(({ status, text, headers }) => `${status} ${text} ${headers["www-authenticate"]}`);
    expect(new Set(seen).size).toBe(1);
  });

  test("a new key works immediately, even if it was tried before it existed", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, async () => list(await newKey())));
    for (const answer of answers) expectPets(answer);
  });

  test("the database stores a SHA-256 and the first characters, never the secret", async () => {
    const key = await newKey();
    const { rows } = await pool().query("SELECT * FROM keys WHERE hash = $1", [hashKey(key)]);
    expect(rows).toHaveLength(1);
    expect(key.startsWith(rows[0].prefix)).toBe(true);
    expect(JSON.stringify(rows)).not.toContain(key.slice(20));
    expect(JSON.stringify(await listKeys())).not.toMatch(/hash/);
  });
});

describe("browser tokens", () => {
  test("a visitor's token reads and does not write", async () => {
    const { token } = mintBrowserToken({ sub: "visitor", scopes: ["pets:read"] });
    expectPets(await list(token));
    expectError(await add(token), 403, "forbidden");
  });

  test("a signed-in person's token reads and writes", async () => {
    const { token } = await newPerson();
    expectPets(await list(token));
    expectPet(await add(token), 201);
  });

  const endings: [what: string, end: (person: SignedInPerson) => Promise<unknown>][] = [
    ["signing out", ({ session }) => db().session.delete({ where: { id: session } })],
    ["the end of the session", ({ session }) => endSession(session)],
    ["a new password", ({ id }) => resetPassword(OPERATOR, id)],
    ["being disabled", ({ id }) => changePerson(OPERATOR, id, { disabled: true })],
    ["being disabled and enabled again", ({ id }) => disableAndEnable(id)],
  ];
  const endSession = (id: string) => db().session.update({ where: { id }, data: { expiresAt: new Date(now()) } });
  const disableAndEnable = async (id: string) => {
    await changePerson(OPERATOR, id, { disabled: true });
    await changePerson(OPERATOR, id, { disabled: false });
  };
  test.each(endings)("%s ends a token immediately, before it expires", async (_what, end) => {
    const person = await newPerson("admin");
    expectPet(await add(person.token), 201);
    expect((await service.call("GET /v1/keys", { key: person.token })).status).toBe(200);
    await end(person);
    const refused = await add(person.token);
    expectError(refused, 401, "unauthorized");
    expect(refused.headers["www-authenticate"]).toContain('error="invalid_token"');
    expectError(await service.call("GET /v1/keys", { key: person.token }), 401, "unauthorized");
    // Reading animals does not need a session.
    expectPets(await list(person.token));
  });

  test("a token with another person's session is refused", async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    expectError(await add(personToken({ id: one.id, session: other.session })), 401, "unauthorized");
  });

  test("a person's token without a session is refused", async () => {
    const { id } = await newPerson();
    const { token } = mintBrowserToken({ sub: id, session: "", scopes: ["pets:read", "pets:write"] });
    expectError(await list(token), 401, "unauthorized");
  });

  test("a person with a one-time password cannot write, not even with an older token", async () => {
    const { id, token } = await newPerson();
    await db().user.update({ where: { id }, data: { mustChangePassword: true } });
    expectError(await add(token), 403, "forbidden");
  });

  test("a token works until the instant it expires", async () => {
    const { token, expiresAt } = mintBrowserToken({ sub: "visitor", scopes: ["pets:read"] });
    expect(expiresAt - now()).toBeLessThanOrEqual(15 * 60_000);
    setClock(() => expiresAt - 1);
    expectPets(await list(token));
    setClock(() => expiresAt);
    expectError(await list(token), 401, "unauthorized");
  });

  test("a token with another payload or signature is refused", async () => {
    const { token } = mintBrowserToken({ sub: "visitor", scopes: ["pets:read"] });
    const [payload = "", signature = ""] = token.slice("web_".length).split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const more = Buffer.from(JSON.stringify({ ...claims, scopes: ["pets:read", "pets:write"] })).toString("base64url");
    const forged = [`web_${more}.${signature}`, `web_${payload}.`, `web_.${signature}`, `web_${payload}`, `${token}A`];
    const flipped = `web_${payload}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
    for (const bad of [...forged, flipped, "web_.", "web_e30.e30"]) expectError(await add(bad), 401, "unauthorized");
  });
});
