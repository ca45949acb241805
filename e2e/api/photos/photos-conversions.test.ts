import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { usedMemory } from "@/e2e/testing/memory";
import { convertPhoto, setConverter } from "@/lib/pets/photos/convert";
import { convertBy, newPet } from "../support/photo-suite";
import { smallPhoto, withPngChunk } from "../support/photos";
import { suiteService } from "../support/service";

// How many photos are converted at a time, and how much memory they take.
const service = suiteService();
const MB = 1_000_000;
const AT_A_TIME = availableParallelism() > 2 ? 2 : 1;
const folder = mkdtempSync(join(tmpdir(), "pets-conversions-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  setConverter(null);
  vi.restoreAllMocks();
});

/** Replaces the converter by one that executes this code, and then says that the photo is damaged. */
const replaceConverter = (code: string) =>
  convertBy(folder, `${code}\nprocess.stdout.write('{"refused":"damaged"}\\n');`);

const convert = async () => {
  const startedAt = performance.now();
  await expect(convertPhoto([await smallPhoto()], "image/png")).rejects.toThrow("damaged");
  return performance.now() - startedAt;
};

test("one photo is converted at a time, or two where there are more than two processors, and the rest wait", async () => {
  replaceConverter("");
  let [running, most] = [0, 0];
  const onStart = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess }; // as Node.js documents this channel
    most = Math.max(most, ++running);
    child.once("exit", () => running--);
  };
  subscribe("child_process", onStart);
  await Promise.all(Array.from({ length: AT_A_TIME + 2 }, convert)).finally(() =>
    unsubscribe("child_process", onStart),
  );
  expect([running, most]).toEqual([0, AT_A_TIME]);
});

test("a photo takes no more memory than its size while it arrives in tiny pieces, and while it is converted", async () => {
  /** Files that say that the converter is waiting, and that it may go on. */
  const [waits, go] = [join(folder, "waits"), join(folder, "go")];
  replaceConverter(`import { existsSync, writeFileSync } from "node:fs";
writeFileSync(${JSON.stringify(waits)}, "");
while (!existsSync(${JSON.stringify(go)})) await new Promise((next) => setTimeout(next, 10));`);
  const photo = withPngChunk(Buffer.from(await smallPhoto()), "tEXt", Buffer.alloc(14 * MB));
  const [pieces, port] = [40_000, Number(new URL(service.origin).port)];
  const head = [
    `POST /v1/pets/${await newPet()}/photos HTTP/1.1`,
    ...["Host: a.example", "Content-Type: image/png", "Transfer-Encoding: chunked", "Connection: close"],
    ...[`Authorization: Bearer ${service.key}`, "", ""],
  ].join("\r\n");
  const tiny = [...photo.subarray(0, pieces)].map((byte) => `1\r\n${String.fromCharCode(byte)}\r\n`).join("");
  const rest = photo.subarray(pieces);
  const start = Buffer.from(`${head}${tiny}${rest.length.toString(16)}\r\n`, "latin1");
  const before = await usedMemory();

  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("latin1").on("data", (text) => {
    answer += text;
  });
  await new Promise((sent) => socket.write(start, sent));
  await new Promise((sent) => socket.write(rest.subarray(0, -1), sent));
  expect((await usedMemory()) - before).toBeLessThan(photo.length + 5 * MB);
  socket.write(rest.subarray(-1));
  socket.write("\r\n0\r\n\r\n");
  await expect.poll(() => existsSync(waits)).toBe(true);
  expect((await usedMemory()) - before).toBeLessThan(photo.length + 5 * MB);
  writeFileSync(go, "");
  await once(socket, "close");
  expect(answer).toMatch(/^HTTP\/1.1 400 [\s\S]*The photo is damaged/);
});
