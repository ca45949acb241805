import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Launcher, NO_DEMO, type Run, temporaryFolder } from "@/e2e/testing/launcher";

// The responses of the whole service, including Next.js, and its log.
const launcher = new Launcher(temporaryFolder("wire"));
afterAll(() => launcher.clean());

let service: Run & { origin: string };
beforeAll(async () => {
  // Stands in for a library that prints when it gets a signal.
  const noise = join(launcher.dataDir, "noise.cjs");
  writeFileSync(
    noise,
    `process.on("SIGUSR2", () => {
      console.error(new Error("noise\\non two lines"));
      console.log("plain text");
      process.stderr.write("more\\nof it\\n");
      process.emitWarning("something is old");
      setImmediate(() => console.log("the end of noise"));
    });`,
  );
  await launcher.runToEnd(["seed", "--pets", "3"]);
  service = await launcher.startService({ ...NO_DEMO, NODE_OPTIONS: `--require ${noise}` });
});

/** Sends a raw request and reads until the response ends. */
function raw(...lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(service.origin).port), "127.0.0.1");
    let answer = "";
    socket.setEncoding("utf8").on("data", (text) => {
      answer += text;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(answer));
    socket.write([...lines, "", ""].join("\r\n"));
  });
}

test.each([
  ["/feed.atom", "<feed "],
  ["/", "<html"],
  ["/staff", "<html"],
])("a proxy may send the whole URL of %s", async (path, content) => {
  const answer = await raw(`GET http://pets.example${path} HTTP/1.1`, "Host: other.example", "Connection: close");
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain(content);
  if (path === "/feed.atom") expect(answer).toContain("<id>http://pets.example/</id>");
});

test("an upgrade is ignored, even after Next.js has added its listener", async () => {
  for (const protocol of ["h2c", "websocket"]) {
    const answer = await raw(
      "GET /staff HTTP/1.1",
      "Host: a.example",
      "Connection: Upgrade, close",
      `Upgrade: ${protocol}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  }
});

test.each(["/", "/staff", "/animals/1"])("%s: an invalid router state is ignored", async (path) => {
  const requestWith = async (state: string) => {
    const response = await fetch(`${service.origin}${path}`, {
      headers: { RSC: "1", "Next-Router-State-Tree": state },
    });
    return [response.status, response.headers.get("content-type")];
  };
  const state = encodeURIComponent('["",{"children":["__PAGE__",{}]}]');
  expect(await requestWith(state)).toEqual([200, "text/x-component"]);
  for (const bad of ["x", "%zz", "1", "null", encodeURIComponent("[]"), encodeURIComponent('["",{"a":'.repeat(500))]) {
    expect(await requestWith(bad), bad).toEqual([200, "text/x-component"]);
  }
});

test.each(["/_global-error", "/_global-error/", "/_global-error?x=1", "/_error", "/_not-found"])(
  "%s, an internal page of Next.js, answers 404",
  async (path) => {
    const response = await fetch(`${service.origin}${path}`);
    expect([response.status, response.headers.get("cache-control")]).toEqual([404, "no-store"]);
    expect(await response.json()).toMatchObject({ code: "not_found", status: 404 });
  },
);

test.each(["/x/../staff", "/x/../v1/pets", "/./staff", "/x/%2e%2E/staff", "/staff/..", "/v1/.%2e/staff"])(
  "%s: a path with dot segments is refused",
  async (path) => {
    const answer = await raw(`GET ${path} HTTP/1.1`, "Host: a.example", "Connection: close");
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/^Cache-Control: no-store\r$/m);
  },
);

test("methods and bodies that pages do not accept are refused", async () => {
  const statuses = await Promise.all([
    fetch(`${service.origin}/`, { method: "POST", body: "x" }),
    fetch(`${service.origin}/api/auth/sign-in/email`, { method: "POST", body: "x".repeat(17_000) }),
    fetch(`${service.origin}/api/auth/sign-in/email`),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([405, 413, 405]);
  expect((await raw("GET / HTTP/1.1", "Host: a.example:99999", "Connection: close")).slice(9, 12)).toBe("400");
});

test("signing in still works", async () => {
  const password = /password +(\S+)/.exec(service.output())?.[1];
  const response = await fetch(`${service.origin}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: service.origin },
    body: JSON.stringify({ email: "staff@shelter.example", password }),
  });
  expect([response.status, response.headers.get("set-cookie") !== null]).toEqual([200, true]);
});

test("everything printed after the banner is one JSON object per line", async () => {
  service.child.kill("SIGUSR2");
  await expect.poll(() => service.output()).toContain("the end of noise");
  const after = service.output().split('/v1/pets?limit=3"\n\n')[1] ?? "";
  const lines = after
    .trimEnd()
    .split("\n")
    .filter((line) => line !== "");
  const messages = lines.map((line) => {
    const { time, level, message } = JSON.parse(line);
    expect([typeof time, typeof level, typeof message], line).toEqual(["string", "string", "string"]);
    return `${level} ${message}`;
  });
  for (const message of ["error Error: noise", "info plain text", "error more", "warn Warning: something is old"]) {
    expect(messages).toContain(message);
  }
});
