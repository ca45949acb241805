import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { setClock } from "@/lib/clock";
import { petsChanged } from "@/lib/pets/version";
import { createPageServer } from "./pages";

let renders = 0;
let status = 200;
let time = 0;
let hangs = false;
/** Requests that have arrived, and what renderings wait for. */
let waiting = 0;
let holds = Promise.resolve();
let release = () => {};
let policy: string | string[] | undefined;
let port = 0;
let close = async () => {};

/** Stands in for Next.js: writes a page in two parts that says how manieth it is. */
async function next({ headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  policy = headers["content-security-policy"];
  const number = ++renders;
  await holds;
  response.statusCode = status;
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.flushHeaders();
  response.write(`<p>${"page ".repeat(1_000)}`);
  if (!hangs) response.end(`${number}</p>`);
}

beforeEach(async () => {
  [renders, waiting, status, time] = [0, 0, 200, 1_000];
  holds = Promise.resolve();
  setClock(() => time);
  const serve = createPageServer(next);
  const server = createServer((request, response) => {
    waiting++;
    void serve(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
  close = () => new Promise((resolve) => server.close(() => resolve()));
});
afterEach(async () => {
  setClock(null);
  await close();
});

/** Asks for a page and returns which rendering it is. */
function ask(path = "/", headers: Record<string, string> = {}): Promise<{ number: number; encoding: string | null }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => {
        const encoding = response.headers["content-encoding"] ?? null;
        const body = Buffer.concat(chunks);
        const text = (
          encoding === "br" ? brotliDecompressSync(body) : encoding === "gzip" ? gunzipSync(body) : body
        ).toString();
        expect(text).toMatch(/^<p>(page ){1000}\d+<\/p>$/);
        expect(response.headers["x-frame-options"]).toBe("DENY");
        expect(response.headers.vary).toMatch(/accept-encoding/i);
        resolve({ number: Number(/(\d+)<\/p>$/.exec(text)?.[1]), encoding });
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}

test("the list is rendered once and served to all, in the encoding that each takes", async () => {
  expect(await ask()).toEqual({ number: 1, encoding: null });
  expect(await ask("/", { "accept-encoding": "gzip, deflate, br" })).toEqual({ number: 1, encoding: "br" });
  expect(await ask("/", { "accept-encoding": "gzip" })).toEqual({ number: 1, encoding: "gzip" });
  expect(await ask("/", { "accept-encoding": "br;q=0, gzip;q=0.5" })).toEqual({ number: 1, encoding: "gzip" });
  expect(await ask("/", { "accept-encoding": "identity" })).toEqual({ number: 1, encoding: null });
});

test("who takes no encoding gets none, also when the page was rendered for a browser", async () => {
  expect(await ask("/", { "accept-encoding": "br" })).toEqual({ number: 1, encoding: "br" });
  expect(await ask()).toEqual({ number: 1, encoding: null });
});

test("an animal added while many wait makes one of the later ones render, not all of them", async () => {
  holds = new Promise((resolve) => {
    release = resolve;
  });
  const early = Array.from({ length: 5 }, () => ask());
  await expect.poll(() => waiting).toBe(5);
  petsChanged();
  const late = Array.from({ length: 5 }, () => ask());
  await expect.poll(() => waiting).toBe(10);
  release();
  expect((await Promise.all(early)).map(({ number }) => number)).toEqual([1, 1, 1, 1, 1]);
  expect((await Promise.all(late)).map(({ number }) => number)).toEqual([2, 2, 2, 2, 2]);
});

test("it is rendered anew the moment an animal was added", async () => {
  await ask();
  petsChanged();
  expect((await ask()).number).toBe(2);
});

test("it is never shown when it is a second old", async () => {
  await ask();
  time += 899;
  expect((await ask()).number).toBe(1);
  time += 1;
  expect((await ask()).number).toBe(2);
});

test("each filter and page is its own, and so is each host", async () => {
  await ask();
  expect((await ask("/?status=sold")).number).toBe(2);
  expect((await ask("/", { host: "pets.example" })).number).toBe(3);
  expect((await ask("/?status=sold")).number).toBe(2);
});

test("a client whose page never ends does not hold up the others", async () => {
  hangs = true;
  const stuck = request({ host: "127.0.0.1", port, path: "/", agent: false });
  stuck.on("error", () => {});
  stuck.end();
  await expect.poll(() => renders).toBe(1);
  hangs = false;
  expect((await ask()).number).toBe(2);
  stuck.destroy();
});

test("other pages, scripts of Next.js and failures are not remembered", async () => {
  await ask("/staff");
  expect((await ask("/staff")).number).toBe(2);
  await ask("/", { rsc: "1" });
  expect((await ask("/", { rsc: "1" })).number).toBe(4);
  status = 500;
  await ask();
  expect((await ask()).number).toBe(6);
});

test("nobody chooses the nonce of a page that others get too", async () => {
  await ask("/", { "content-security-policy": "script-src 'nonce-mine'" });
  expect([renders, policy]).toEqual([1, undefined]);
});
