import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createHttpServer } from "./server";

const KB = 1024;
let server: Server;
let port = 0;
/** The requests that reached the stand-in for Next.js. */
let asked: Record<"method" | "url" | "host" | "body", string | undefined>[] = [];

/** Stands in for Next.js: reads the whole body, of any length. */
async function next(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url, headers } = request;
  let body = "";
  for await (const chunk of request) body += chunk;
  asked.push({ method, url, host: headers.host, body });
  response.end("page");
}

async function listen(made: Server): Promise<void> {
  server = made;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
}

beforeEach(async () => {
  asked = [];
  await listen(createHttpServer({ next }));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Sends raw text and reads until the connection closes, or until a response with this end has arrived. */
async function raw(text: string, end = ""): Promise<{ status: number; head: string; body: string; socket: Socket }> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  let answer = "";
  const done = new Promise<void>((resolve) => {
    socket.on("close", () => resolve());
    socket.setEncoding("latin1").on("data", (chunk) => {
      answer += chunk;
      if (end !== "" && answer.endsWith(end)) resolve();
    });
  });
  socket.write(text, "latin1");
  await done;
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  return { status: Number(answer.slice(9, 12)), head, body, socket };
}

/** With a session, no cached page is served: each request is passed on. */
const SESSION = "Cookie: session=1";
const head = (method: string, target: string, ...lines: string[]) =>
  [`${method} ${target} HTTP/1.1`, "Host: a.example", SESSION, ...lines, "", ""].join("\r\n");
const get = (target: string, ...lines: string[]) => head("GET", target, ...lines, "Connection: close");
const post = (target: string, ...lines: string[]) => head("POST", target, ...lines);
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

function expectRefusal(answer: { status: number; head: string; body: string }, status: number, code: string): void {
  expect(answer.status, answer.body).toBe(status);
  expect(JSON.parse(answer.body)).toEqual({ code, message: expect.stringMatching(/^Th(is|ere|e) /), status });
  expect(answer.head).toMatch(/content-type: application\/json/i);
  expect(answer.head).toMatch(/cache-control: no-store/i);
}

describe("bodies outside of /v1", () => {
  const SIGN_IN = "/api/auth/sign-in/email";

  test.each([0, 1, 16 * KB])("%d bytes reach the route", async (length) => {
    const body = "x".repeat(length);
    await raw(`${post(SIGN_IN, `Content-Length: ${length}`, "Connection: close")}${body}`);
    expect(asked).toEqual([{ method: "POST", url: SIGN_IN, host: "a.example", body }]);
  });

  test("chunks reach the route as one body", async () => {
    const parts = ["one", "x".repeat(10 * KB), "three"];
    const bytes = post(SIGN_IN, "Transfer-Encoding: chunked", "Connection: close") + parts.map(chunk).join("");
    await raw(`${bytes}0\r\n\r\n`);
    expect(asked[0]?.body).toBe(parts.join(""));
  });

  test("a Content-Length above 16 KB is refused before the body arrives, and the connection is closed", async () => {
    const answer = await raw(post(SIGN_IN, `Content-Length: ${16 * KB + 1}`));
    expectRefusal(answer, 413, "payload_too_large");
    expect(answer.head).toMatch(/connection: close/i);
    expect(asked).toEqual([]);
  });

  test("a client that expects 100 Continue gets it, or the refusal", async () => {
    const refused = await raw(post(SIGN_IN, "Content-Length: 100000000", "Expect: 100-continue"));
    expectRefusal(refused, 413, "payload_too_large");
    const { socket } = await raw(
      post(SIGN_IN, "Content-Length: 4", "Expect: 100-continue", "Connection: close"),
      "100 Continue\r\n\r\n",
    );
    socket.write("body");
    await once(socket, "close");
    expect(asked[0]?.body).toBe("body");
  });

  test("an endless body is refused after 16 KB, and little more of it is read", async () => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    let [answer, sent] = ["", 0];
    socket.setEncoding("latin1").on("data", (text) => {
      answer += text;
    });
    let open = true;
    socket.on("close", () => {
      open = false;
    });
    socket.write(post(SIGN_IN, "Transfer-Encoding: chunked"));
    const part = chunk("x".repeat(4 * KB));
    while (open && !answer.endsWith("}") && sent < 10 * KB * KB) {
      sent += 4 * KB;
      await new Promise((resolve) => (socket.destroyed ? resolve(null) : socket.write(part, () => resolve(null))));
    }
    const [top = "", body = ""] = answer.split("\r\n\r\n");
    expectRefusal({ status: Number(answer.slice(9, 12)), head: top, body }, 413, "payload_too_large");
    expect(sent).toBeLessThan(10 * KB * KB);
    expect(asked).toEqual([]);
    if (open) await once(socket, "close");
  });

  test("after a refused body, the connection accepts no further request", async () => {
    const more = get("/second");
    const answer = await raw(`${post(SIGN_IN, `Content-Length: ${16 * KB + 1}`)}${"x".repeat(16 * KB + 1)}${more}`);
    expectRefusal(answer, 413, "payload_too_large");
    expect(asked).toEqual([]);
  });

  test("a request whose body is cut off reaches no route", async () => {
    const socket = connect(port, "127.0.0.1");
    const [arrived] = (await Promise.all([
      once(server, "request"),
      socket.write(`${post(SIGN_IN, "Content-Length: 10")}half`),
    ])) as unknown as [[IncomingMessage]];
    const gone = new Promise((resolve) => arrived[0].on("error", resolve));
    socket.destroy();
    await gone;
    expect(asked).toEqual([]);
  });

  test("GET with a body is refused, also in chunks; an empty body is accepted", async () => {
    expectRefusal(await raw(`${head("GET", "/", "Content-Length: 5")}12345`), 413, "payload_too_large");
    expectRefusal(
      await raw(`${head("GET", "/", "Transfer-Encoding: chunked")}${chunk("12345")}`),
      413,
      "payload_too_large",
    );
    expectRefusal(await raw(head("HEAD", "/", "Content-Length: 5")).then(withoutBody), 413, "payload_too_large");
    expect(asked).toEqual([]);
    expect((await raw(get("/", "Content-Length: 0"))).status).toBe(200);
    expect((await raw(`${get("/", "Transfer-Encoding: chunked")}0\r\n\r\n`)).status).toBe(200);
  });

  /** A response to HEAD has no body. */
  function withoutBody(answer: { status: number; head: string; body: string }) {
    expect(answer.body).toBe("");
    return { ...answer, body: '{"code":"payload_too_large","message":"This one","status":413}' };
  }
});

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
    expect(asked).toEqual([]);
  });

  test("a refused method with a long body closes the connection", async () => {
    const answer = await raw(post("/", "Content-Length: 100000000"));
    expectRefusal(answer, 405, "method_not_allowed");
    expect(answer.head).toMatch(/connection: close/i);
  });

  test("without pages, every path answers 404", async () => {
    server.close();
    await listen(createHttpServer());
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
    expect(asked).toEqual([]);
  });

  test("an unknown expectation waits for its turn", async () => {
    const answers = await raw(get("/first").replace("Connection: close\r\n", "") + get("/", "Expect: banana"));
    expect(answers.status).toBe(200);
    expect(asked.map(({ url }) => url)).toEqual(["/first"]);
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

  test("a request that arrives too slowly is refused within a second of its time", async () => {
    server.headersTimeout = 500;
    server.requestTimeout = 1_000;
    const began = Date.now();
    const answer = await raw("GET / HTTP/1.1\r\nHost: a.example\r\n");
    expectRefusal(answer, 408, "bad_request");
    expect(Date.now() - began).toBeLessThan(3_000);
  });
});

describe("upgrades", () => {
  const h2c = ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA"];

  test.each([["/"], ["/v1/nothing"]])("an unknown upgrade is ignored: %s is answered over HTTP/1.1", async (path) => {
    const answer = await raw(head("GET", path, ...h2c), path === "/" ? "page\r\n0\r\n\r\n" : "}");
    expect(answer.head).toMatch(/^HTTP\/1\.1 (200|404) /);
    answer.socket.destroy();
  });

  test("a WebSocket reaches Next.js only in development", async () => {
    const webSocket = head("GET", "/_next/hmr", "Connection: Upgrade", "Upgrade: websocket");
    const listenAsNextDoes = () =>
      server.on("upgrade", (_request, socket) => socket.end("HTTP/1.1 101 Switching\r\n\r\n"));
    listenAsNextDoes();
    const ignored = await raw(webSocket, "0\r\n\r\n");
    expect(ignored.status).toBe(200);
    ignored.socket.destroy();
    server.close();
    await listen(createHttpServer({ next, dev: true }));
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
    expect(asked).toEqual([]);
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
    expect(asked).toMatchObject([{ url, host: "pets.example" }]);
  });

  test.each([
    ...["/x/../staff", "/x/..", "/..", "/.", "/./x", "/x/%2e%2e/staff", "/x/%2E./v1/pets", "/v1/../staff"],
    ...["/v1/pets/%2e", "/x%2f..%2Fstaff", "/x%5C../staff"],
  ])("%s: dot segments are refused before routing", async (target) => {
    for (const form of [target, `http://a.example${target}`, `${target}?a=b`]) {
      const answer = await raw(get(form));
      expect([answer.status, JSON.parse(answer.body)]).toMatchObject([400, { code: "bad_request", status: 400 }]);
    }
    expect(asked).toEqual([]);
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
    expect(asked).toEqual([]);
    expect((await raw(get("/_next/static/x.js"))).status).toBe(200);
    server.close();
    await listen(createHttpServer({ next, dev: true }));
    expect((await raw(get("/__nextjs_font/x"))).status).toBe(200);
  });

  test("a page accepts at most 100 parameters", async () => {
    expect((await raw(get(`/staff?${"a&".repeat(99)}a`))).status).toBe(200);
    expect(asked).toHaveLength(1);
    expectRefusal(await raw(get(`/staff?${"a&".repeat(100)}a`)), 400, "bad_request");
    expect(asked).toHaveLength(1);
  });

  test("both an absolute target and the Host header must be valid", async () => {
    expect((await raw(get("http://a.example:99999/"))).status).toBe(400);
    const bad = withHosts("a.example:99999").replace("GET /", "GET http://a.example/");
    expect((await raw(bad)).status).toBe(400);
  });
});
