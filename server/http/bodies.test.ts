import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { usedMemory } from "@/e2e/testing/memory";
import { chunk, expectRefusal, fake, get, head, httpServer, post, raw, setUpServer } from "@/e2e/testing/raw-http";

const KB = 1024;

setUpServer();

describe("bodies outside of /v1", () => {
  const SIGN_IN = "/api/auth/sign-in/email";
  const CHUNKED = "Transfer-Encoding: chunked";
  const FORM = "Content-Type: application/x-www-form-urlencoded";

  test.each([0, 1, 16 * KB])("%d bytes reach the route", async (length) => {
    const body = "x".repeat(length);
    await raw(`${post(SIGN_IN, `Content-Length: ${length}`, "Connection: close")}${body}`);
    expect(fake.asked).toEqual([{ method: "POST", url: SIGN_IN, host: "a.example", body }]);
  });

  test("chunks reach the route as one body", async () => {
    const parts = ["one", "x".repeat(10 * KB), "three"];
    const bytes = post(SIGN_IN, "Transfer-Encoding: chunked", "Connection: close") + parts.map(chunk).join("");
    await raw(`${bytes}0\r\n\r\n`);
    expect(fake.asked[0]?.body).toBe(parts.join(""));
  });

  test("a Content-Length above 16 KB is refused before the body arrives, and the connection is closed", async () => {
    const answer = await raw(post(SIGN_IN, `Content-Length: ${16 * KB + 1}`));
    expectRefusal(answer, 413, "payload_too_large");
    expect(answer.head).toMatch(/connection: close/i);
    expect(fake.asked).toEqual([]);
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
    expect(fake.asked[0]?.body).toBe("body");
  });

  test("an endless body is refused after 16 KB, and little more of it is read", async () => {
    const socket = connect(fake.port, "127.0.0.1");
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
    expect(fake.asked).toEqual([]);
    if (open) await once(socket, "close");
  });

  test("after a refused body, the connection accepts no further request", async () => {
    const more = get("/second");
    const answer = await raw(`${post(SIGN_IN, `Content-Length: ${16 * KB + 1}`)}${"x".repeat(16 * KB + 1)}${more}`);
    expectRefusal(answer, 413, "payload_too_large");
    expect(fake.asked).toEqual([]);
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

  test("a request whose body is cut off reaches no route", async () => {
    const socket = connect(fake.port, "127.0.0.1");
    const [arrived] = (await Promise.all([
      once(httpServer(), "request"),
      socket.write(`${post(SIGN_IN, "Content-Length: 10")}half`),
    ])) as unknown as [[IncomingMessage]];
    const gone = new Promise((resolve) => arrived[0].on("error", resolve));
    socket.destroy();
    await gone;
    expect(fake.asked).toEqual([]);
  });

  test("GET with a body is refused, even in chunks, but an empty body is accepted", async () => {
    expectRefusal(await raw(`${head("GET", "/", "Content-Length: 5")}12345`), 413, "payload_too_large");
    expectRefusal(
      await raw(`${head("GET", "/", "Transfer-Encoding: chunked")}${chunk("12345")}`),
      413,
      "payload_too_large",
    );
    expectRefusal(await raw(head("HEAD", "/", "Content-Length: 5")).then(withoutBody), 413, "payload_too_large");
    expect(fake.asked).toEqual([]);
    expect((await raw(get("/", "Content-Length: 0"))).status).toBe(200);
    expect((await raw(`${get("/", "Transfer-Encoding: chunked")}0\r\n\r\n`)).status).toBe(200);
  });

  /** A response to HEAD has no body. */
  function withoutBody(answer: { status: number; head: string; body: string }) {
    expect(answer.body).toBe("");
    return { ...answer, body: '{"code":"payload_too_large","message":"This one","status":413}' };
  }
});
