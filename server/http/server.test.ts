import { expect, test } from "vitest";
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

test.each([
  ["POST", "/", "GET, HEAD"],
  ["OPTIONS", "/animals/1", "GET, HEAD"],
  ["TRACE", "/", "GET, HEAD"],
  ["POST", "/v12", "GET, HEAD"],
  ["POST", "/_next/data", "GET, HEAD"],
  ["POST", "/__nextjs_original-stack-frames", "GET, HEAD"],
  ["CONNECT", "a.example:443", "GET, HEAD"],
  ["PUT", "/api/auth/sign-in/email", "POST"],
])("%s %s is refused with Allow: %s", async (method, path, allow) => {
  const answer = await raw(head(method, path, "Connection: close"));
  expectRefusal(answer, 405, "method_not_allowed");
  expect(answer.head).toMatch(new RegExp(`^allow: ${allow}$`, "im"));
  expect(fake.asked).toEqual([]);
});

test("without pages, every path answers 404", async () => {
  await restart({ pages: false });
  expectRefusal(await raw(get("/")), 404, "not_found");
});

test("under /v1, a long unread body closes the connection, a short one does not", async () => {
  const isClosed = ({ head: top }: { head: string }) => /connection: close/i.test(top);
  expect(isClosed(await raw(post("/v1/nothing", "Content-Length: 100000000")))).toBe(true);
  expect(isClosed(await raw(post("/v1/nothing", "Transfer-Encoding: chunked") + chunk("body")))).toBe(true);
  const short = await raw(`${post("/v1/nothing", "Content-Length: 4")}body`, "}");
  expect([short.status, isClosed(short)]).toEqual([404, false]);
  short.socket.destroy();
});

test("an unknown expectation is refused in its turn", async () => {
  for (const target of ["/", "/v1/pets"]) {
    const answer = await raw(`${post(target, "Expect: banana", "Content-Length: 2")}{}`);
    expectRefusal(answer, 417, "bad_request");
    expect(answer.head).toMatch(/^connection: close$/im);
    expect(answer.head).toMatch(/^x-ratelimit-limit: \d+$/im);
  }
  expect(fake.asked).toEqual([]);
  expect((await raw(head("GET", "/first") + get("/", "Expect: banana"))).status).toBe(200);
  expect(fake.asked).toHaveLength(1);
});

test("a method that Node.js does not know is not valid HTTP", async () => {
  const answer = await raw(head("FOO", "/"));
  expectRefusal(answer, 400, "bad_request");
  expect(answer.head).toMatch(/^connection: close$/im);
});

test("a request that arrives too slowly is refused soon after its timeout", async () => {
  httpServer().headersTimeout = 100;
  httpServer().requestTimeout = 200;
  const began = Date.now();
  expectRefusal(await raw("GET / HTTP/1.1\r\nHost: a.example\r\n"), 408, "bad_request");
  // Without our setting, Node.js would check for slow requests only every 30 seconds.
  expect(Date.now() - began).toBeLessThan(20_000);
});

test("an unknown upgrade is ignored, and a WebSocket reaches Next.js only in development", async () => {
  const webSocket = head("GET", "/_next/hmr", "Connection: Upgrade", "Upgrade: websocket");
  const h2c = head("GET", "/", "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABk");
  const expectIgnored = async (request: string) => {
    const answer = await raw(request, "0\r\n\r\n");
    // Otherwise a client would wait for the response to its next request, which Node.js has discarded.
    expect(answer.head).toMatch(/^HTTP\/1\.1 200 .*^connection: close$/ims);
    answer.socket.destroy();
  };
  const listenAsNextDoes = () =>
    httpServer().on("upgrade", (_request, socket) => socket.end("HTTP/1.1 101 Switching\r\n\r\n"));
  listenAsNextDoes();
  await expectIgnored(webSocket);
  await expectIgnored(h2c);
  await restart({ dev: true });
  listenAsNextDoes();
  expect((await raw(webSocket)).status).toBe(101);
  await expectIgnored(h2c);
});

const withHost = (host: string) =>
  ["GET / HTTP/1.1", `Host: ${host}`, SESSION, "Connection: close", "", ""].join("\r\n");

test("a request has one valid host", async () => {
  const two = "a.example\r\nHost: b.example";
  for (const host of [two, "a.example:65536", "999.999.999.999", "1.2.3.4.5", "[::1::2]", ""])
    expectBad(await raw(withHost(host)));
  expectBad(await raw(get("http://a.example:99999/")));
  expectBad(await raw(withHost("a.example:99999").replace("GET /", "GET http://a.example/")));
  expect(fake.asked).toEqual([]);
  for (const host of ["a.example:65535", "[2001:db8::1]:80", "192.0.2.1:0", "LOCALHOST"])
    expect((await raw(withHost(host))).status, host).toBe(200);
});

function expectBad({ status, body }: { status: number; body: string }): void {
  expect([status, JSON.parse(body)]).toMatchObject([400, { code: "bad_request", status: 400 }]);
}

test.each([
  ["http://pets.example/feed.atom", "/feed.atom"],
  ["HTTP://pets.example/animals/1?a=b?c", "/animals/1?a=b?c"],
  ["http://pets.example?a=b", "/?a=b"],
])("Next.js gets the path and the host of %s", async (target, url) => {
  expect((await raw(get(target))).status).toBe(200);
  expect(fake.asked).toMatchObject([{ url, host: "pets.example" }]);
});

test("dot segments are refused before routing", async () => {
  const paths = ["/x/../staff", "/..", "/./x", "/x/%2e%2E/staff", "/v1/../staff", "/x%2f..%2Fstaff", "/x%5C../staff"];
  for (const path of paths)
    for (const target of [path, `http://a.example${path}`, `${path}?a=b`]) expectBad(await raw(get(target)));
  expect(fake.asked).toEqual([]);
  for (const path of ["/...", "/.well-known/x", "/a..b", "/x.", "/?a=/../b", "/%2e%2e%2e"])
    expect((await raw(get(path))).status, path).toBe(200);
});

test("internal pages of Next.js and paths with broken percent-encoding answer 404", async () => {
  for (const target of ["/_global-error", "/_not-found?x", "/_", "/_next", "/animals/%ff", "/staff/%", "/%ED%A0%80"])
    expectRefusal(await raw(get(target)), 404, "not_found");
  expect(fake.asked).toEqual([]);
  for (const target of ["/_next/static/x.js", "/animals/%C3%A9"]) expect((await raw(get(target))).status).toBe(200);
  await restart({ dev: true });
  expect((await raw(get("/__nextjs_font/x"))).status).toBe(200);
});

test("a page accepts at most 100 parameters", async () => {
  expect((await raw(get(`/staff?${"a&".repeat(99)}a`))).status).toBe(200);
  expectRefusal(await raw(get(`/staff?${"a&".repeat(100)}a`)), 400, "bad_request");
  expect(fake.asked).toHaveLength(1);
});
