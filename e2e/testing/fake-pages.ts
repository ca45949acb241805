import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach } from "vitest";
import { CLIENT_ADDRESS_HEADER } from "@/lib/http/client-address";
import { closeLimiter } from "@/lib/limits/limiter";
import { setClock } from "@/lib/process/clock";
import { parseEnv } from "@/lib/process/env";
import { setSettings } from "@/lib/process/settings";
import { HOUR_MS } from "@/lib/values/time";
import { PageServer } from "@/server/pages/pages";

/** What the stand-in for Next.js does and has received. Reset before each test. */
export const fake = {
  renders: [] as IncomingMessage[],
  status: 200,
  /** Headers that it sets on its responses. */
  extra: {} as Record<string, string | string[]>,
  /** Whether it never finishes a page. */
  hangs: false,
  throws: false,
  /** Whether it throws after the first part of a page. */
  breaks: false,
  /** Renderings wait for this. */
  holds: Promise.resolve(),
  release: () => {},
  /** How many requests have arrived. */
  waiting: 0,
  /** The IP address of the client. */
  address: "",
  /** The time in milliseconds since the Unix epoch. */
  time: 0,
  port: 0,
};
const atFirst = { ...fake };

let close = async () => {};

/** Gives each test of a file a page server in front of a stand-in for Next.js. */
export function setUpFakePages(): void {
  beforeEach(async () => {
    Object.assign(fake, atFirst, { renders: [], address: "203.0.113.1", time: 20 * HOUR_MS });
    setClock(() => fake.time);
    await startServer({});
  });
  afterEach(async () => {
    setClock(null);
    await close();
  });
}

/** Restarts the server with other settings until the end of the test. */
export async function startServer(environment: Record<string, string>, options = {}): Promise<void> {
  await close();
  setSettings(parseEnv(environment));
  const pages = new PageServer(renderFake, options);
  const server = createServer((incoming, response) => {
    fake.waiting++;
    incoming.headers[CLIENT_ADDRESS_HEADER] = fake.address;
    void pages.servePage(incoming, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  fake.port = (server.address() as AddressInfo).port;
  close = async () => {
    close = async () => {};
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await closeLimiter();
    setSettings(null);
  };
}

/**
 * Stands in for Next.js. Writes a page in two parts, with the number of the rendering and with scripts that carry the
 * nonce.
 */
async function renderFake(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const number = fake.renders.push(incoming);
  const nonce = /'nonce-([\w-]+)'/.exec(String(incoming.headers["content-security-policy"]))?.[1];
  await fake.holds;
  if (fake.throws) throw new Error("no page today");
  response.statusCode = fake.status;
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.setHeader("Link", `</a.css>; rel=preload; as="style"; nonce="${nonce}"`);
  response.setHeader("Cache-Control", "private, no-cache, no-store, max-age=0, must-revalidate");
  for (const [name, value] of Object.entries(fake.extra)) response.setHeader(name, value);
  response.flushHeaders();
  response.write(`<p>${"page ".repeat(1_000)}</p><script>evil()</script><script nonce="${nonce}">push("${number}`);
  if (fake.breaks) throw new Error("half a page today");
  if (!fake.hangs) response.end(`")</script><script src="/a.js" nonce="${nonce}"></script>`);
}

/** Makes renderings wait until `fake.release` is called. */
export function hold(): void {
  fake.holds = new Promise((resolve) => {
    fake.release = resolve;
  });
}

/** A decompressed response. `number` is the number of its rendering. */
export type Answer = { status: number; headers: Record<string, string | undefined>; text: string; number: number };

/** Requests a page. Rejects if it ends before it is complete. */
export function requestPage(path = "/", headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port: fake.port, path, headers, method, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const body = Buffer.concat(chunks);
        const encoding = body.length > 0 && response.headers["content-encoding"];
        const plain = encoding === "br" ? brotliDecompressSync(body) : encoding === "gzip" ? gunzipSync(body) : body;
        const text = plain.toString();
        const number = Number(/push\("(\d+)"\)/.exec(text)?.[1]);
        resolve({ status: response.statusCode ?? 0, headers: response.headers as Answer["headers"], text, number });
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}
