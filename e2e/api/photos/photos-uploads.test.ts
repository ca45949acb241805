import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { requireDocumentedOnWire } from "@/e2e/testing/document";
import { setConverter } from "@/lib/pets/photos/convert";
import { createHttpServer } from "@/server/http/server";
import { OPERATIONS } from "../support/operations";
import { convertQuickly, newPet } from "../support/photo-suite";
import { noisyPhoto, smallPhoto } from "../support/photos";
import { storedRows, storePhotos } from "../support/records";
import { newKey, suiteService } from "../support/service";

// How an upload arrives. The tests open their own connections to a server with short timeouts.
const service = suiteService();
/** The timeout of all other requests, in milliseconds. */
const OTHERS_TIMEOUT_MS = 400;
let server: Server;
const upload = OPERATIONS.find(({ spec }) => spec.operationId === "addPhoto")?.spec.upload;
const { timeoutMs, pace } = upload;
/** The connections of a test, with everything that they sent and received. */
const opened: { socket: Socket; sent: string; received: string }[] = [];

beforeAll(async () => {
  convertQuickly();
  server = createHttpServer();
  server.headersTimeout = OTHERS_TIMEOUT_MS;
  server.requestTimeout = OTHERS_TIMEOUT_MS;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  Object.assign(upload, { timeoutMs, pace });
  // A request that is cut off is malformed HTTP, whose answer no operation describes.
  const whole = opened.filter(({ socket }) => !socket.writableEnded);
  for (const { socket } of opened.splice(0)) socket.destroy();
  // Uploads that a test left open hold their shares until then.
  await expect.poll(() => connections()).toBe(0);
  for (const { sent, received } of whole) requireDocumentedOnWire(sent, received);
});
afterAll(() => {
  setConverter(null);
  server.closeAllConnections();
  server.close();
});

const connections = () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));

function open() {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const connection = { socket, sent: "", received: "" };
  opened.push(connection);
  socket.on("error", () => {});
  socket.setEncoding("latin1").on("data", (chunk) => {
    connection.received += chunk;
  });
  const write = (data: string | Uint8Array) => {
    connection.sent += `\n${Buffer.from(data).toString("latin1")}`;
    socket.write(data);
  };
  const closed = once(socket, "close");
  const until = async (wanted: RegExp) => {
    while (!wanted.test(connection.received)) {
      if (socket.closed) throw new Error(`the connection ended after: ${connection.received}`);
      await Promise.race([once(socket, "data"), closed]);
    }
    return connection.received;
  };
  return { socket, write, received: () => connection.received, until, closed };
}

const head = (petId: bigint, length: number | "chunked", key: string | null = service.key, ...more: string[]) =>
  [
    `POST /v1/pets/${petId}/photos?alt= HTTP/1.1`,
    "Host: a.example",
    "Content-Type: image/png",
    length === "chunked" ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`,
    ...(key === null ? [] : [`Authorization: Bearer ${key}`]),
    ...more,
    "",
    "",
  ].join("\r\n");

describe("POST /v1/pets/{petId}/photos – before the body", () => {
  const EXPECT = "Expect: 100-continue";

  test("100 Continue comes when the request is accepted, and the answer after the body", async () => {
    const photo = await smallPhoto();
    const { write, until, received } = open();
    write(head(await newPet(), photo.length, service.key, EXPECT));
    await until(/^HTTP\/1.1 100 Continue\r\n\r\n$/);
    write(photo);
    await until(/"card":.*\}$/);
    expect(received()).toMatch(/^HTTP\/1.1 201 /m);
  });

  test.each<[what: string, status: number, head: () => Promise<string> | string]>([
    ["no key", 401, () => head(1n, 1_000_000, null, EXPECT)],
    ["a key that may only read", 403, async () => head(1n, 1_000_000, await newKey({ scopes: ["pets:read"] }), EXPECT)],
    ["a length over the limit", 413, () => head(1n, 16_000_000, service.key, EXPECT)],
    ["another media type", 415, () => head(1n, 1_000_000, service.key, EXPECT).replace("image/png", "image/gif")],
    ["no such animal", 404, () => head(999_999_999n, 1_000_000, service.key, EXPECT)],
    [
      "six photos",
      409,
      async () => {
        const petId = await newPet();
        await storePhotos(petId, "", "", "", "", "", "");
        return head(petId, 1_000_000, service.key, EXPECT);
      },
    ],
  ])("%s: %i immediately, without 100 Continue, and the connection is closed", async (_what, status, makeHead) => {
    const text = await makeHead();
    for (const sent of [text, text.replace(`${EXPECT}\r\n`, "")]) {
      const { write, until, closed } = open();
      write(sent);
      expect(await until(/"status":\d+\}$/)).toMatch(new RegExp(`^HTTP/1.1 ${status} .*connection: close`, "is"));
      await closed;
    }
  });
});

describe("POST /v1/pets/{petId}/photos – a slow upload", () => {
  test("may take longer than other requests, and its connection stays open", async () => {
    const photo = await smallPhoto();
    const { write, until } = open();
    write(head(await newPet(), photo.length));
    for (const byte of photo) {
      write(Uint8Array.of(byte));
      // Longer than the timeout of other requests, plus the pause between two checks of it.
      await delay(Math.ceil((OTHERS_TIMEOUT_MS + 1_500) / photo.length));
    }
    expect(await until(/"card":.*\}$/)).toMatch(/^HTTP\/1.1 201 /);
    write("GET /v1/nothing HTTP/1.1\r\nHost: a.example\r\n\r\n");
    await until(/HTTP\/1.1 404 [\s\S]*\}$/);
    write("GET /v1/nothing HTTP/1.1\r\nHost: a.exam");
    await until(/HTTP\/1.1 408 /);
  });

  test.each([[1_000 as const], ["chunked" as const]])(
    "an upload that takes longer than its own limit (%s): 408",
    async (length) => {
      upload.timeoutMs = 300;
      const petId = await newPet();
      const stored = await storedRows();
      const { write, until, closed } = open();
      write(head(petId, length));
      expect(await until(/"status":408\}$/)).toMatch(/"code":"request_timeout"/);
      await closed;
      expect(await storedRows()).toEqual(stored);
    },
  );

  test("a photo has five minutes to arrive, and ten seconds for each 100,000 bytes", () => {
    expect({ timeoutMs, pace }).toEqual({ timeoutMs: 300_000, pace: { bytes: 100_000, ms: 10_000 } });
  });

  test("an upload that falls below the minimum pace: 408", async () => {
    const photo = await noisyPhoto(100, 100).png().toBuffer();
    upload.pace = { bytes: 10, ms: 1_000 };
    const petId = await newPet();
    const stored = await storedRows();
    const [steady, stalled] = [open(), open()];
    stalled.write(head(petId, photo.length));
    stalled.write(photo.subarray(0, 20));
    const ended = stalled.until(/"code":"request_timeout".*"status":408\}$/);
    steady.write(head(petId, photo.length));
    let sent = 0;
    const timer = setInterval(() => {
      steady.write(photo.subarray(sent, sent + 20));
      sent += 20;
    }, 100);
    await ended;
    expect(await storedRows()).toEqual(stored);
    clearInterval(timer);
    steady.write(photo.subarray(sent));
    await steady.until(/^HTTP\/1.1 201 /);
  });

  test("a caller gets half of the uploads that others leave, the thirteenth gets 503, and an aborted one frees its share", async () => {
    const photo = await smallPhoto();
    const petId = await newPet();
    const keys = await Promise.all(Array.from({ length: 6 }, () => newKey()));
    const begin = async (key: string | undefined) => {
      const { write, until, socket, closed } = open();
      write(head(petId, photo.length, key, "Expect: 100-continue"));
      const [, status] = /^HTTP\/1.1 (\d+)/.exec(await until(/^HTTP\/1.1 (100 |503 [\s\S]*\}$)/)) ?? [];
      return { status, socket, closed };
    };
    const first = await begin(keys[0]);
    for (const [index, places] of [5, 3, 1, 1, 1].entries()) {
      for (let count = 0; count < places; count++) expect((await begin(keys[index])).status).toBe("100");
      expect((await begin(keys[index])).status).toBe("503");
    }
    expect((await begin(keys[5])).status).toBe("503");
    first.socket.destroy();
    await first.closed;
    await expect.poll(async () => (await begin(keys[5])).status).toBe("100");
  });

  test("an aborted upload stores nothing", async () => {
    const photo = await smallPhoto();
    const petId = await newPet();
    const before = await storedRows();
    const { socket, write, until, closed } = open();
    write(head(petId, photo.length, service.key, "Expect: 100-continue"));
    await until(/^HTTP\/1.1 100 /);
    write(photo.subarray(0, 20));
    socket.end();
    await closed;
    expect(await storedRows()).toEqual(before);
  });
});
