import { once } from "node:events";
import { readdirSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { type AddressInfo, connect, type Socket } from "node:net";
import { basename, dirname } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createHttpServer } from "./server";

// With pipelining, a client sends its next request before it has read the last response (RFC 9112, 9.3.2).

/** Longer than a connection can buffer. */
const LONG_FILE = process.execPath;

let server: Server;
let client: Socket;
/** Targets that reached the stand-in for Next.js. */
let asked: string[] = [];
let responses: ServerResponse[] = [];
/** Maximum number of responses that were unfinished when another one began. */
let mostUnfinished = 0;
let release = () => {};

/** Next.js's way to send files: it closes them when the socket of the response closes. */
const sendFile = createRequire(import.meta.url)("next/dist/compiled/send") as (
  request: IncomingMessage,
  path: string,
  options: { root: string },
) => { pipe(response: ServerResponse): void };

/** Stands in for Next.js. */
async function next(request: IncomingMessage, response: ServerResponse): Promise<void> {
  asked.push(request.url ?? "");
  mostUnfinished = Math.max(mostUnfinished, responses.filter(({ writableFinished }) => !writableFinished).length);
  responses.push(response);
  let body = "";
  for await (const chunk of request) body += chunk;
  if (request.url === "/file") {
    sendFile(request, basename(LONG_FILE), { root: dirname(LONG_FILE) }).pipe(response);
  } else if (request.url === "/slow") {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    response.end("slow");
  } else {
    response.end(`[${request.url}${body}]`);
  }
}

beforeEach(async () => {
  [asked, responses, mostUnfinished] = [[], [], 0];
  server = createHttpServer({ next });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.setEncoding("latin1").on("error", () => {});
});
afterEach(async () => {
  client.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Returns the text of a request with a session, so that its page is not cached. */
const get = (target: string, ...lines: string[]) =>
  [`GET ${target} HTTP/1.1`, "Host: a.example", "Cookie: session=1", ...lines, "", ""].join("\r\n");

/** Reads until the connection is closed. */
async function readAll(): Promise<string> {
  let text = "";
  client.on("data", (chunk) => {
    text += chunk;
  });
  await closeOf(client);
  return text;
}

/** Resolves when a socket closes. Unlike `once`, it ignores a reset. */
const closeOf = (socket: Socket) => new Promise<void>((resolve) => socket.once("close", () => resolve()));

test.runIf(process.platform === "linux")(
  "a client that reads nothing and disconnects leaves no file open",
  async () => {
    const openFiles = () => readdirSync("/proc/self/fd").length;
    const before = openFiles();
    client.pause();
    const [accepted] = (await Promise.all([once(server, "connection"), client.write(get("/file").repeat(50))])) as [
      [Socket],
      boolean,
    ];
    await expect.poll(() => responses[0]?.writableNeedDrain).toBe(true);
    const closed = closeOf(accepted[0]);
    client.destroy();
    await closed;
    await expect.poll(openFiles).toBeLessThanOrEqual(before);
  },
);

test("requests of one connection are answered in order, one at a time", async () => {
  const targets = Array.from({ length: 50 }, (_, index) => `/staff/${index}`);
  client.write(targets.map((target) => get(target)).join("") + get("/end", "Connection: close"));
  const answers = (await readAll()).match(/\[[^\]]*\]/g);
  expect(answers).toEqual([...targets, "/end"].map((target) => `[${target}]`));
  expect(mostUnfinished).toBe(0);
});

test("requests of other connections do not wait", async () => {
  client.write(get("/slow") + get("/waiting", "Connection: close"));
  await expect.poll(() => asked).toEqual(["/slow"]);
  const { port } = server.address() as AddressInfo;
  expect(await (await fetch(`http://127.0.0.1:${port}/staff`)).text()).toBe("[/staff]");
  release();
  expect(await readAll()).toContain("[/waiting]");
});

test("a waiting request keeps its body, up to the limit", async () => {
  const post = (body: string, ...lines: string[]) =>
    ["POST /api/auth/x HTTP/1.1", "Host: a.example", `Content-Length: ${body.length}`, ...lines, "", body].join("\r\n");
  const chunked = post("5\r\n-four\r\n0\r\n\r\n").replace(/Content-Length: \d+/, "Transfer-Encoding: chunked");
  client.write(get("/slow") + post("-two") + post("-three") + chunked + post("", "Connection: close"));
  await expect.poll(() => asked).toEqual(["/slow"]);
  release();
  expect((await readAll()).match(/\[[^\]]*\]/g)).toEqual(
    ["-two", "-three", "-four", ""].map((body) => `[/api/auth/x${body}]`),
  );
});

test("a body that is too long is refused in its turn", async () => {
  const lines = ["POST /api/auth/x HTTP/1.1", "Host: a.example", "Transfer-Encoding: chunked"];
  const size = 20_000;
  client.write(`${get("/slow")}${lines.join("\r\n")}\r\n\r\n${size.toString(16)}\r\n${"x".repeat(size)}\r\n0\r\n\r\n`);
  await expect.poll(() => asked).toEqual(["/slow"]);
  release();
  const answer = once(client, "data");
  client.on("data", (text) => String(text).includes("payload_too_large") && client.end());
  await answer;
  await closeOf(client);
  expect(asked).toEqual(["/slow"]);
});

test("more than a hundred waiting requests are ignored and the connection is closed", async () => {
  const headers: number[] = [];
  server.on("request", ({ rawHeaders }) => headers.push(rawHeaders.length));
  client.write(get("/slow") + get("/staff").repeat(300));
  await expect.poll(() => headers).toEqual([...Array(101).fill(4), ...Array(200).fill(0)]);
  expect(asked).toEqual(["/slow"]);
  release();
  const text = await readAll();
  expect(text.match(/\[\/staff\]/g)).toHaveLength(100);
  expect(text.match(/connection: close/gi)).toHaveLength(1);
  expect(asked).toHaveLength(101);
});

test("a client that sends endless requests is disconnected", async () => {
  client.write(get("/slow"));
  const many = get("/staff").repeat(100);
  let sent = 0;
  const flood = () => {
    while (!client.destroyed && sent < 100_000) {
      sent += 100;
      if (!client.write(many)) return void client.once("drain", flood);
    }
  };
  flood();
  await closeOf(client);
  expect(sent).toBeLessThan(100_000);
  expect(asked).toEqual(["/slow"]);
});

test("an idle connection is closed", async () => {
  expect(server.timeout).toBe(60_000);
  server.timeout = 200;
  client.pause();
  const [accepted] = (await Promise.all([once(server, "connection"), client.write(get("/file"))])) as [
    [Socket],
    boolean,
  ];
  await closeOf(accepted[0]);
  expect(responses.map(({ writableFinished }) => writableFinished)).toEqual([false]);
});

test("connections above the limit are closed immediately", async () => {
  expect(server.maxConnections).toBe(10_000);
  server.maxConnections = 1;
  client.write(get("/slow"));
  await expect.poll(() => asked).toEqual(["/slow"]);
  const { port } = server.address() as AddressInfo;
  await expect(fetch(`http://127.0.0.1:${port}/staff`)).rejects.toThrow("fetch failed");
  release();
  expect(String((await once(client, "data"))[0])).toContain("200 OK");
});
