import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { usedMemory } from "@/e2e/testing/memory";
import { chunk, expectRefusal, fake, get, head, httpServer, post, raw, setUpServer } from "@/e2e/testing/raw-http";

// Bodies outside of /v1.
const KB = 1024;
const SIGN_IN = "/api/auth/sign-in/email";
const CHUNKED = "Transfer-Encoding: chunked";
const FORM = "Content-Type: application/x-www-form-urlencoded";
const TOO_LONG = `Content-Length: ${16 * KB + 1}`;

setUpServer();

test.each([0, 1, 16 * KB])("%d bytes reach the route, whole or in chunks", async (length) => {
  const body = "x".repeat(length);
  await raw(`${post(SIGN_IN, `Content-Length: ${length}`, "Connection: close")}${body}`);
  const parts = [body.slice(0, 10), body.slice(10)].filter(Boolean);
  await raw(`${post(SIGN_IN, CHUNKED, "Connection: close")}${parts.map(chunk).join("")}0\r\n\r\n`);
  expect(fake.asked).toEqual(Array(2).fill({ method: "POST", url: SIGN_IN, host: "a.example", body }));
});

test("more than 16 KB are refused before they arrive, and the connection accepts no further request", async () => {
  for (const sent of [post(SIGN_IN, TOO_LONG), `${post(SIGN_IN, TOO_LONG)}${"x".repeat(16 * KB + 1)}${get("/more")}`]) {
    const answer = await raw(sent);
    expectRefusal(answer, 413, "payload_too_large");
    expect(answer.head).toMatch(/connection: close/i);
  }
  expect(fake.asked).toEqual([]);
});

test("a client that expects 100 Continue gets it, or the refusal", async () => {
  expectRefusal(await raw(post(SIGN_IN, TOO_LONG, "Expect: 100-continue")), 413, "payload_too_large");
  const accepted = post(SIGN_IN, "Content-Length: 4", "Expect: 100-continue", "Connection: close");
  const { socket } = await raw(accepted, "100 Continue\r\n\r\n");
  socket.write("body");
  await once(socket, "close");
  expect(fake.asked[0]?.body).toBe("body");
});

test("an endless body is refused after 16 KB, and little more of it is read", async () => {
  const socket = connect(fake.port, "127.0.0.1");
  socket.on("error", () => {});
  let answer = "";
  socket.setEncoding("latin1").on("data", (text) => {
    answer += text;
  });
  socket.write(post(SIGN_IN, CHUNKED));
  const part = chunk("x".repeat(4 * KB));
  let sent = 0;
  while (!socket.destroyed && !answer.endsWith("}") && sent < 10 * KB * KB) {
    sent += 4 * KB;
    await new Promise((resolve) => (socket.destroyed ? resolve(null) : socket.write(part, () => resolve(null))));
  }
  expect(answer).toMatch(/^HTTP\/1\.1 413 .*payload_too_large/s);
  expect(sent).toBeLessThan(10 * KB * KB);
  expect(fake.asked).toEqual([]);
  if (!socket.destroyed) await once(socket, "close");
});

test.each([
  ["for a route", post(SIGN_IN, CHUNKED)],
  ["for a form", post("/animals/1/apply", CHUNKED, FORM, "Origin: http://a.example")],
  ["whose request waits for its turn", head("GET", "/slow") + post(SIGN_IN, CHUNKED)],
])("a body %s that arrives byte by byte takes no more memory than its size", async (_what, start) => {
  const pieces = 15_000;
  const accepted: Socket[] = [];
  httpServer().on("connection", (socket) => accepted.push(socket));
  const text = start + chunk("x").repeat(pieces);
  const before = await usedMemory();
  const sockets = Array.from({ length: 8 }, () => connect(fake.port, "127.0.0.1"));
  for (const socket of sockets) socket.write(text);
  const received = () => accepted.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  await expect.poll(received).toBe(sockets.length * text.length);
  // Stored separately, these pieces would take more than 30 MB.
  expect((await usedMemory()) - before).toBeLessThan(10_000_000);
  const closed = accepted.map((socket) => once(socket, "close"));
  for (const socket of sockets) socket.destroy();
  await Promise.all(closed);
});

test("GET with a body is refused, even in chunks, but an empty body is accepted", async () => {
  for (const body of [`${head("GET", "/", "Content-Length: 5")}12345`, head("GET", "/", CHUNKED) + chunk("12345")])
    expectRefusal(await raw(body), 413, "payload_too_large");
  expect(await raw(head("HEAD", "/", "Content-Length: 5"))).toMatchObject({ status: 413, body: "" });
  expect(fake.asked).toEqual([]);
  expect((await raw(get("/", "Content-Length: 0"))).status).toBe(200);
  expect((await raw(`${get("/", CHUNKED)}0\r\n\r\n`)).status).toBe(200);
});
