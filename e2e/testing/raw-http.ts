import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect } from "vitest";
import { createHttpServer } from "@/server/http/server";
import { requireDocumentedOnWire } from "./document";
import { type RawAnswer, sendRaw } from "./network";

/** The stand-in for Next.js. New for each test. */
export const fake = {
  /** The requests that reached it. */
  asked: [] as Record<"method" | "url" | "host" | "body", string | undefined>[],
  /** Its responses. */
  responses: [] as ServerResponse[],
  /** Answers `/slow`. */
  release: () => {},
  /** Answers `/file`. */
  sendFile: (_request: IncomingMessage, response: ServerResponse): unknown => response.end(),
  /** The port of the server. */
  port: 0,
};

let server: Server;

/** Gives each test of a file an HTTP server in front of a stand-in for Next.js. */
export function setUpServer(): void {
  beforeEach(async () => {
    Object.assign(fake, { asked: [], responses: [] });
    await listen(createHttpServer({ next }));
  });
  afterEach(close);
}

/** Replaces the server until the end of the test, in development or without Next.js. */
export async function restart({ dev = false, pages = true }): Promise<void> {
  await close();
  await listen(createHttpServer(pages ? { next, dev } : {}));
}

/** Returns the server of the test. */
export const httpServer = () => server;

async function listen(made: Server): Promise<void> {
  server = made;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  fake.port = (server.address() as AddressInfo).port;
}

async function close(): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** Stands in for Next.js: reads the whole body, however long, and answers `[URL BODY]`. */
async function next(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url, headers } = request;
  let body = "";
  for await (const chunk of request) body += chunk;
  fake.asked.push({ method, url, host: headers.host, body });
  fake.responses.push(response);
  if (url === "/file") return void fake.sendFile(request, response);
  if (url === "/slow") await new Promise<void>((resolve) => Object.assign(fake, { release: resolve }));
  response.end(`[${url} ${body}]`);
}

/** Sends raw text to the server of the test. Reads until the connection closes, or a response with this end arrived. */
export async function raw(text: string, end = ""): Promise<RawAnswer> {
  const answer = await sendRaw(fake.port, text, end);
  requireDocumentedOnWire(text, answer.text);
  return answer;
}

/** With a session, no cached page is served, so each request is passed on. */
export const SESSION = "Cookie: session=1";
/** Returns the head of a request. */
export const head = (method: string, target: string, ...lines: string[]) =>
  [`${method} ${target} HTTP/1.1`, "Host: a.example", SESSION, ...lines, "", ""].join("\r\n");
/** Returns a GET request that asks to close the connection. */
export const get = (target: string, ...lines: string[]) => head("GET", target, ...lines, "Connection: close");
/** Returns the head of a POST request. */
export const post = (target: string, ...lines: string[]) => head("POST", target, ...lines);
/** Returns a chunk of a chunked body. */
export const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

/** Expects an Error body of the service. */
export function expectRefusal(answer: RawAnswer, status: number, code: string): void {
  expect(answer.status, answer.body).toBe(status);
  expect(JSON.parse(answer.body)).toEqual({ code, message: expect.stringMatching(/^Th(is|ere|e) /), status });
  expect(answer.head).toMatch(/content-type: application\/json/i);
  expect(answer.head).toMatch(/cache-control: no-store/i);
}
