import { request } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { fetchDocumented } from "@/e2e/testing/document";
import { Launcher, NO_DEMO, temporaryFolder } from "@/e2e/testing/launcher";

let launcher: Launcher | undefined;
afterEach(() => launcher?.clean());

async function firstStart(environment: Record<string, string>) {
  launcher = new Launcher(temporaryFolder("sign-in"));
  const service = await launcher.startService({ ...NO_DEMO, ...environment });
  const read = (pattern: RegExp) => pattern.exec(service.output())?.[1] ?? "";
  return { ...service, email: read(/e-mail +(\S+)/), password: read(/password +(\S+)/) };
}

/** Posts on a new connection, so that any of the processes may get it. */
function post(url: string, body: object, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; text: string; cookies: string; retryAfter: number }>((resolve, reject) => {
    const sent = request(
      url,
      { method: "POST", agent: false, headers: { "Content-Type": "application/json", ...headers } },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part) => {
          text += part;
        });
        response.on("end", () => {
          const cookies = (response.headers["set-cookie"] ?? []).map((line) => line.split(";", 1)[0]).join("; ");
          resolve({
            status: response.statusCode ?? 0,
            text,
            cookies,
            retryAfter: Number(response.headers["retry-after"]),
          });
        });
      },
    );
    sent.on("error", reject);
    sent.end(JSON.stringify(body));
  });
}

describe.each(["1", "2"])("after a first start, WORKERS=%s", (WORKERS) => {
  test("ten wrong passwords block their IP address in every process, and no other", async () => {
    const { origin, email, password } = await firstStart({ WORKERS, TRUSTED_PROXIES: "1" });
    const signIn = (secret: string, address: string) =>
      post(`${origin}/api/auth/sign-in/email`, { email, password: secret }, { "X-Forwarded-For": address });
    const statuses: number[] = [];
    for (let tries = 0; tries < 14; tries++) statuses.push((await signIn("not the password", "192.0.2.1")).status);
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
    const refused = await signIn(password, "192.0.2.1");
    expect(refused.status).toBe(429);
    expect(refused.retryAfter).toBeGreaterThan(0);
    expect((await signIn(password, "192.0.2.2")).status).toBe(200);
  });
});

test("the printed password must be changed and can be reset by a command, and the audit records the first start", async () => {
  const { origin, email, password, output } = await firstStart({});
  expect(output()).toMatch(/must be changed at the first sign-in, within 72 hours/);
  const signIn = (secret: string) => post(`${origin}/api/auth/sign-in/email`, { email, password: secret });
  const authorization = async (cookie: string) => {
    const { token } = await (await fetch(`${origin}/browser-token`, { headers: { cookie } })).json();
    return { Authorization: `Bearer ${token}` };
  };
  const add = async (cookie: string) =>
    post(`${origin}/v1/pets`, { name: "A", categoryId: 1 }, await authorization(cookie));
  const call = async (path: string, cookie: string) =>
    fetchDocumented(origin + path, { headers: await authorization(cookie) });
  const first = await signIn(password);
  expect([first.status, (await add(first.cookies)).status]).toEqual([200, 403]);
  const own = { currentPassword: password, newPassword: "plum lantern quietly seven" };
  const changed = await post(`${origin}/api/auth/change-password`, own, { Cookie: first.cookies, Origin: origin });
  expect([changed.status, (await add(changed.cookies)).status]).toEqual([200, 201]);
  const changes = await (await call("/v1/audit", changed.cookies)).json();
  const details = { role: "admin" };
  const added = { actor: "first start", action: "person.add", subject: email, keyName: null, details };
  expect(changes).toContainEqual({ ...added, id: expect.any(Number), at: expect.any(String) });

  const reset = await launcher?.runToEnd(["staff", "reset", email.toUpperCase()]);
  expect(reset?.code).toBe(0);
  const fresh = reset?.output.split("\n")[1] ?? "";
  expect(reset?.output).toContain("It must be changed at the first sign-in, within 72 hours.");
  expect((await add(changed.cookies)).status).toBe(403);
  expect((await signIn(own.newPassword)).status).toBe(401);
  expect((await signIn(fresh)).status).toBe(200);

  const unknown = await launcher?.runToEnd(["staff", "reset", "nobody@shelter.example"]);
  expect(unknown).toMatchObject({
    code: 1,
    output: expect.stringContaining("There is no person with the e-mail address"),
  });
  const misused = await launcher?.runToEnd(["staff", "reset"]);
  expect(misused).toMatchObject({ code: 2, output: expect.stringContaining("reset EMAIL") });
});
