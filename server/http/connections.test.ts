import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { parseEnv } from "@/lib/process/env";
import { setSettings } from "@/lib/process/settings";
import { limitConnections } from "./connections";

let server: Server;
let clients: Socket[] = [];

afterEach(async () => {
  setSettings(null);
  for (const client of clients) client.destroy();
  clients = [];
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function listen(options: Parameters<typeof limitConnections>[1], body = ["body"]): Promise<void> {
  server = createServer((_request, response) => void Readable.from(body).pipe(response));
  limitConnections(server, options);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
}

async function open(from: string): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: "127.0.0.1", localAddress: from });
  clients.push(client.on("error", () => {}));
  await once(client, "connect");
  return client;
}

/** Whether the server answers on a connection. */
async function isServed(client: Socket): Promise<boolean> {
  client.write("GET / HTTP/1.1\r\nHost: a.example\r\n\r\n");
  return Promise.race([once(client, "data").then(() => true), once(client, "close").then(() => false)]);
}

/** More than the operating system buffers for a client that does not read. */
const LONG = Array.from({ length: 200 }, () => "x".repeat(100_000));

test.runIf(process.platform === "linux")(
  "an IP address has half of the connections that others leave, and gets one back when one closes",
  async () => {
    await listen({ maxConnections: 6 });
    const served = async (from: string) => isServed(await open(from));
    for (const isOpen of [true, true, true, false]) expect(await served("127.0.0.1")).toBe(isOpen);
    for (const isOpen of [true, false]) expect(await served("127.0.0.2")).toBe(isOpen);
    // With a connection from another IP address, the share is two.
    for (const client of clients.slice(0, 2)) client.destroy();
    await expect.poll(() => served("127.0.0.1")).toBe(true);
  },
);

test("behind a proxy, all connections are the proxy's", async () => {
  setSettings(parseEnv({ TRUSTED_PROXIES: "1" }));
  await listen({ maxConnections: 3 });
  for (let count = 0; count < 3; count++) expect(await isServed(await open("127.0.0.1"))).toBe(true);
});

test("a client that does not read is disconnected, and one that reads slowly is not", async () => {
  await listen({ checkMs: 100 }, LONG);
  const [stuck, slow] = [await open("127.0.0.1"), await open("127.0.0.1")];
  for (const client of [stuck, slow]) expect(await isServed(client)).toBe(true);
  stuck.pause();
  slow.pause();
  const count = () => new Promise((resolve) => server.getConnections((_error, found) => resolve(found)));
  const counts: unknown[] = [];
  for (const begun = Date.now(); Date.now() - begun < 1_500; counts.push(await count())) {
    slow.read(300_000);
    await delay(20);
  }
  expect(new Set(counts)).toEqual(new Set([2, 1]));
  expect(slow.destroyed).toBe(false);
  stuck.resume();
  await once(stuck, "close");
});
