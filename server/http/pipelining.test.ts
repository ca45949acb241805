import { once } from "node:events";
import { readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { connect, type Socket } from "node:net";
import { basename, dirname } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { chunk, fake, get, head, httpServer, post, setUpServer } from "@/e2e/testing/raw-http";

// With pipelining, a client sends its next request before it has read the last response (RFC 9112, 9.3.2).

/** Longer than a connection can buffer. */
const LONG_FILE = process.execPath;

/** Next.js's way to send files: it closes them when the socket of the response closes. */
const sendFile = createRequire(import.meta.url)("next/dist/compiled/send") as (
  request: IncomingMessage,
  path: string,
  options: { root: string },
) => { pipe(response: ServerResponse): void };

let client: Socket;

setUpServer();
beforeEach(() => {
  fake.sendFile = (request, response) =>
    sendFile(request, basename(LONG_FILE), { root: dirname(LONG_FILE) }).pipe(response);
  client = connect(fake.port, "127.0.0.1");
  client.setEncoding("latin1").on("error", () => {});
});
afterEach(() => void client.destroy());

const more = (target: string) => head("GET", target);
const asked = () => fake.asked.map(({ url }) => url);

/** Reads until the connection is closed. Returns what the stand-in for Next.js has answered. */
async function readAll(): Promise<{ text: string; answers: string[] }> {
  let text = "";
  client.on("data", (part) => {
    text += part;
  });
  await closeOf(client);
  return { text, answers: text.match(/\[[^\]]*\]/g) ?? [] };
}

/** Resolves when a socket closes. Unlike `once`, it ignores a reset. */
const closeOf = (socket: Socket) => new Promise<void>((resolve) => socket.once("close", () => resolve()));

/** Sends text on the connection of the test. Returns the server's side of it. */
async function accepted(text: string): Promise<Socket> {
  const connection = once(httpServer(), "connection");
  client.write(text);
  return (await connection)[0];
}

/** Sends text after a request that is answered only when it is released. */
async function sendBehindSlow(text: string): Promise<void> {
  client.write(more("/slow") + text);
  await expect.poll(asked).toEqual(["/slow"]);
}

test.runIf(process.platform === "linux")("a client that reads nothing and leaves keeps no file open", async () => {
  const openFiles = () => readdirSync("/proc/self/fd").length;
  const before = openFiles();
  client.pause();
  const socket = await accepted(more("/file").repeat(50));
  await expect.poll(() => fake.responses[0]?.writableNeedDrain).toBe(true);
  const closed = closeOf(socket);
  client.destroy();
  await closed;
  await expect.poll(openFiles).toBeLessThanOrEqual(before);
});

test("requests of one connection are answered in order, one at a time, and those of others do not wait", async () => {
  const targets = Array.from({ length: 50 }, (_, index) => `/staff/${index}`);
  await sendBehindSlow(targets.map(more).join("") + get("/end"));
  expect(await (await fetch(`http://127.0.0.1:${fake.port}/staff`)).text()).toBe("[/staff ]");
  expect(asked()).toEqual(["/slow", "/staff"]);
  fake.release();
  expect((await readAll()).answers).toEqual(["/slow", ...targets, "/end"].map((target) => `[${target} ]`));
});

test("a waiting request keeps its body, and one that is too long is refused in its turn", async () => {
  const chunked = (body: string) => `${post("/api/auth/x", "Transfer-Encoding: chunked")}${chunk(body)}0\r\n\r\n`;
  const two = `${post("/api/auth/x", "Content-Length: 3")}two`;
  await sendBehindSlow(two + chunked("three") + chunked("x".repeat(20_000)) + get("/end"));
  fake.release();
  const { text, answers } = await readAll();
  expect(answers).toEqual(["[/slow ]", "[/api/auth/x two]", "[/api/auth/x three]", "[/end ]"]);
  expect(text).toContain("payload_too_large");
});

test("more than a hundred waiting requests are ignored and the connection is closed", async () => {
  const headers: number[] = [];
  httpServer().on("request", ({ rawHeaders }) => headers.push(rawHeaders.length));
  await sendBehindSlow(more("/staff").repeat(300));
  await expect.poll(() => headers).toEqual([...Array(101).fill(4), ...Array(200).fill(0)]);
  fake.release();
  const { text, answers } = await readAll();
  expect(answers).toHaveLength(101);
  expect(text.match(/connection: close/gi)).toHaveLength(1);
});

test("a client that sends endless requests is disconnected", async () => {
  await sendBehindSlow("");
  const many = more("/staff").repeat(100);
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
  expect(asked()).toEqual(["/slow"]);
});

test("connections above the limit are closed immediately", async () => {
  expect(httpServer().maxConnections).toBe(10_000);
  httpServer().maxConnections = 1;
  await sendBehindSlow("");
  await expect(fetch(`http://127.0.0.1:${fake.port}/staff`)).rejects.toThrow("fetch failed");
  fake.release();
  expect(String((await once(client, "data"))[0])).toContain("200 OK");
});
