import { describe, expect, test } from "vitest";
import {
  chunk,
  expectRefusal,
  fake,
  get,
  head,
  httpServer,
  post,
  raw,
  restart,
  SESSION,
  setUpServer,
} from "@/e2e/testing/raw-http";

setUpServer();

describe("methods outside of /v1", () => {
  test.each([
    ["POST", "/", "GET, HEAD"],
    ["PUT", "/staff", "GET, HEAD"],
    ["DELETE", "/feed.atom", "GET, HEAD"],
    ["OPTIONS", "/animals/1", "GET, HEAD"],
    ["TRACE", "/", "GET, HEAD"],
    ["POST", "/v12", "GET, HEAD"],
    ["POST", "/_next/data", "GET, HEAD"],
    ["POST", "/__nextjs_original-stack-frames", "GET, HEAD"],
    ["GET", "/api/auth/sign-in/email", "POST"],
    ["PUT", "/api/auth/sign-in/email", "POST"],
  ])("%s %s is refused with Allow: %s", async (method, path, allow) => {
    const answer = await raw(head(method, path, "Connection: close"));
    expectRefusal(answer, 405, "method_not_allowed");
    expect(answer.head).toMatch(new RegExp(`^allow: ${allow}$`, "im"));
    expect(fake.asked).toEqual([]);
  });

  test("a refused method with a long body closes the connection", async () => {
    const answer = await raw(post("/", "Content-Length: 100000000"));
    expectRefusal(answer, 405, "method_not_allowed");
    expect(answer.head).toMatch(/connection: close/i);
  });

  test("without pages, every path answers 404", async () => {
    await restart({ pages: false });
    expectRefusal(await raw(get("/")), 404, "not_found");
  });
});

describe("unread bodies under /v1", () => {
  test("a long unread body closes the connection, a short one does not", async () => {
    const long = await raw(post("/v1/nothing", "Content-Length: 100000000"));
    expect([long.status, /connection: close/i.test(long.head)]).toEqual([404, true]);
    const short = await raw(`${post("/v1/nothing", "Content-Length: 4")}body`, "}");
    expect([short.status, /connection: close/i.test(short.head)]).toEqual([404, false]);
    short.socket.destroy();
    const chunked = await raw(`${post("/v1/nothing", "Transfer-Encoding: chunked")}${chunk("body")}`);
    expect([chunked.status, /connection: close/i.test(chunked.head)]).toEqual([404, true]);
  });
});

describe("requests that reach no page or operation", () => {
  test("an unknown expectation is refused", async () => {
    for (const target of ["/", "/v1/pets"]) {
      const answer = await raw(`${post(target, "Expect: banana", "Content-Length: 2")}{}`);
      expectRefusal(answer, 417, "bad_request");
      expect(answer.head).toMatch(/^connection: close$/im);
      expect(answer.head).toMatch(/^x-ratelimit-limit: \d+$/im);
    }
    expect(fake.asked).toEqual([]);
  });

  test("an unknown expectation waits for its turn", async () => {
    const answers = await raw(get("/first").replace("Connection: close\r\n", "") + get("/", "Expect: banana"));
    expect(answers.status).toBe(200);
    expect(fake.asked.map(({ url }) => url)).toEqual(["/first"]);
  });

  test("CONNECT is refused", async () => {
    const answer = await raw("CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n");
    expectRefusal(answer, 405, "method_not_allowed");
    expect(answer.head).toMatch(/^allow: GET, HEAD$/im);
    expect(answer.head).toMatch(/^connection: close$/im);
  });

  test("a method that Node.js does not know is not valid HTTP", async () => {
    const answer = await raw(head("FOO", "/"));
    expectRefusal(answer, 400, "bad_request");
    expect(answer.head).toMatch(/^connection: close$/im);
  });

  test("a request that arrives too slowly is refused soon after its timeout", async () => {
    httpServer().headersTimeout = 500;
    httpServer().requestTimeout = 1_000;
    const began = Date.now();
    const answer = await raw("GET / HTTP/1.1\r\nHost: a.example\r\n");
    expectRefusal(answer, 408, "bad_request");
    // Without our setting, Node.js would check for slow requests only every 30 seconds.
    expect(Date.now() - began).toBeLessThan(20_000);
  });
});

describe("upgrades", () => {
  const h2c = ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA"];

  test.each([["/"], ["/v1/nothing"]])("an unknown upgrade is ignored: %s is answered over HTTP/1.1", async (path) => {
    const answer = await raw(head("GET", path, ...h2c), path === "/" ? "page\r\n0\r\n\r\n" : "}");
    expect(answer.head).toMatch(/^HTTP\/1\.1 (200|404) /);
    // Otherwise a client would wait for the response to its next request, which Node.js has discarded.
    expect(answer.head).toMatch(/^connection: close$/im);
    answer.socket.destroy();
  });

  test("a WebSocket reaches Next.js only in development", async () => {
    const webSocket = head("GET", "/_next/hmr", "Connection: Upgrade", "Upgrade: websocket");
    const listenAsNextDoes = () =>
      httpServer().on("upgrade", (_request, socket) => socket.end("HTTP/1.1 101 Switching\r\n\r\n"));
    listenAsNextDoes();
    const ignored = await raw(webSocket, "0\r\n\r\n");
    expect(ignored.status).toBe(200);
    ignored.socket.destroy();
    await restart({ dev: true });
    listenAsNextDoes();
    expect((await raw(webSocket)).status).toBe(101);
    const other = await raw(head("GET", "/", ...h2c), "0\r\n\r\n");
    expect(other.status).toBe(200);
    other.socket.destroy();
  });
});

describe("hosts and targets", () => {
  const withHosts = (...hosts: string[]) =>
    ["GET / HTTP/1.1", ...hosts.map((host) => `Host: ${host}`), SESSION, "Connection: close", "", ""].join("\r\n");

  test.each([
    [["a.example", "b.example"]],
    [["a.example", "a.example"]],
    [["a.example:99999"]],
    [["a.example:65536"]],
    [["999.999.999.999"]],
    [["1.2.3.4.5"]],
    [["[::1::2]"]],
    [[""]],
  ])("%j is refused", async (hosts) => {
    const answer = await raw(withHosts(...hosts));
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ code: "bad_request", status: 400 });
    expect(fake.asked).toEqual([]);
  });

  test.each(["a.example:65535", "[2001:db8::1]:80", "192.0.2.1:0", "LOCALHOST"])("%s is a host", async (host) => {
    expect((await raw(withHosts(host))).status).toBe(200);
  });

  test.each([
    ["http://pets.example/feed.atom", "/feed.atom"],
    ["HTTP://pets.example/animals/1?a=b?c", "/animals/1?a=b?c"],
    ["http://pets.example", "/"],
    ["http://pets.example?a=b", "/?a=b"],
  ])("Next.js gets the path and the host of %s", async (target, url) => {
    expect((await raw(get(target))).status).toBe(200);
    expect(fake.asked).toMatchObject([{ url, host: "pets.example" }]);
  });

  test.each([
    ...["/x/../staff", "/x/..", "/..", "/.", "/./x", "/x/%2e%2e/staff", "/x/%2E./v1/pets", "/v1/../staff"],
    ...["/v1/pets/%2e", "/x%2f..%2Fstaff", "/x%5C../staff"],
  ])("dot segments are refused before routing: %s", async (target) => {
    for (const form of [target, `http://a.example${target}`, `${target}?a=b`]) {
      const answer = await raw(get(form));
      expect([answer.status, JSON.parse(answer.body)]).toMatchObject([400, { code: "bad_request", status: 400 }]);
    }
    expect(fake.asked).toEqual([]);
  });

  test.each(["/...", "/.well-known/x", "/a..b", "/x.", "/..x/y", "/?a=/../b", "/%2e%2e%2e"])(
    "%s is not a dot segment",
    async (target) => {
      expect((await raw(get(target))).status).toBe(200);
    },
  );

  test("internal pages of Next.js answer 404, its static files are served", async () => {
    for (const target of ["/_global-error", "/_error", "/_not-found?x", "/_", "/_next"]) {
      expectRefusal(await raw(get(target)), 404, "not_found");
    }
    expect(fake.asked).toEqual([]);
    expect((await raw(get("/_next/static/x.js"))).status).toBe(200);
    await restart({ dev: true });
    expect((await raw(get("/__nextjs_font/x"))).status).toBe(200);
  });

  test("a path with broken percent-encoding answers 404", async () => {
    for (const target of ["/animals/%ff", "/staff/%", "/%ED%A0%80"]) {
      expectRefusal(await raw(get(target)), 404, "not_found");
    }
    expect(fake.asked).toEqual([]);
    expect((await raw(get("/animals/%C3%A9"))).status).toBe(200);
  });

  test("a page accepts at most 100 parameters", async () => {
    expect((await raw(get(`/staff?${"a&".repeat(99)}a`))).status).toBe(200);
    expect(fake.asked).toHaveLength(1);
    expectRefusal(await raw(get(`/staff?${"a&".repeat(100)}a`)), 400, "bad_request");
    expect(fake.asked).toHaveLength(1);
  });

  test("both an absolute target and the Host header must be valid", async () => {
    expect((await raw(get("http://a.example:99999/"))).status).toBe(400);
    const bad = withHosts("a.example:99999").replace("GET /", "GET http://a.example/");
    expect((await raw(bad)).status).toBe(400);
  });
});
