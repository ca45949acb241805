import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { usedMemory } from "@/e2e/testing/memory";
import { convertPhoto, setConverter } from "@/lib/pets/photos/convert";
import { findPhotoFile, savePhotoFiles } from "@/lib/pets/photos/file-store";
import { PHOTO_FILES } from "@/lib/pets/photos/files";
import { keysOf } from "@/lib/values/objects";
import { newPet } from "../support/photo-suite";
import { smallPhoto, withPngChunk } from "../support/photos";
import { suiteService } from "../support/service";

// How many photos are converted at a time, and how much memory they take.
const service = suiteService();
const MB = 1_000_000;

test("one photo is converted at a time, or two where there are more than two processors, and the rest wait", async () => {
  let [running, most] = [0, 0];
  const onStart = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess }; // as Node.js documents this channel
    most = Math.max(most, ++running);
    child.once("exit", () => running--);
  };
  subscribe("child_process", onStart);
  try {
    const [petId, body] = [await newPet(), await smallPhoto()];
    const headers = { "content-type": "image/png" };
    const calls = Array.from({ length: 6 }, () => service.call(`POST /v1/pets/${petId}/photos`, { body, headers }));
    for (const answer of await Promise.all(calls)) expect(answer.status, answer.text).toBe(201);
  } finally {
    unsubscribe("child_process", onStart);
  }
  expect([running, most]).toEqual([0, availableParallelism() > 2 ? 2 : 1]);
});

test("while the service is busy, the next conversion waits nine times as long as the last one took", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pets-pause-"));
  const script = join(folder, "converter.mjs");
  const tookAtLeastMs = 300;
  writeFileSync(
    script,
    `process.stdin.resume().on("end", () => {
      setTimeout(() => process.stdout.write('{"refused":"damaged"}\\n'), ${tookAtLeastMs});
    });`,
  );
  setConverter({ script, timeoutMs: 60_000 });
  let isBusy = true;
  const keepBusy = () => {
    const until = performance.now() + 10;
    while (performance.now() < until);
    if (isBusy) setImmediate(keepBusy);
  };
  keepBusy();
  try {
    const photo = await smallPhoto();
    const duration = async () => {
      const startedAt = performance.now();
      await expect(convertPhoto([photo], "image/png")).rejects.toThrow("damaged");
      return performance.now() - startedAt;
    };
    const atATime = availableParallelism() > 2 ? 2 : 1;
    await Promise.all(Array.from({ length: atATime }, duration));
    expect(await duration()).toBeGreaterThan(9 * tookAtLeastMs);
  } finally {
    isBusy = false;
    setConverter(null);
    rmSync(folder, { recursive: true });
  }
});

describe("a photo in memory", () => {
  const folder = mkdtempSync(join(tmpdir(), "pets-memory-"));
  const script = join(folder, "converter.mjs");
  /** Files that say that the converter is waiting, and that it may go on. */
  const [waits, go] = [join(folder, "waits"), join(folder, "go")];
  afterAll(() => rmSync(folder, { recursive: true }));
  afterEach(() => {
    setConverter(null);
    for (const file of [waits, go]) rmSync(file, { force: true });
  });

  /** Replaces the converter by one that writes something, waits until it may go on, and writes the rest. */
  function replaceConverter(write: string, rest: string): void {
    writeFileSync(
      script,
      `import { existsSync, writeFileSync, writeSync } from "node:fs";
${write}
writeFileSync(${JSON.stringify(waits)}, "");
while (!existsSync(${JSON.stringify(go)})) await new Promise((next) => setTimeout(next, 10));
writeSync(1, ${JSON.stringify(rest)});`,
    );
    setConverter({ script, timeoutMs: 60_000 });
  }
  const converterWaits = () => expect.poll(() => existsSync(waits)).toBe(true);

  test("takes no more than its size while it arrives, even in tiny pieces, and while it is converted", async () => {
    replaceConverter("", '{"refused":"damaged"}\n');
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
    expect((await usedMemory()) - before).toBeLessThan(photo.length + 3 * MB);
    socket.write(rest.subarray(-1));
    socket.write("\r\n0\r\n\r\n");
    await converterWaits();
    expect((await usedMemory()) - before).toBeLessThan(photo.length + 3 * MB);
    writeFileSync(go, "");
    await once(socket, "close");
    expect(answer).toMatch(/^HTTP\/1.1 400 [\s\S]*The photo is damaged/);
  });

  test("its pictures are kept only once, while they arrive and when they are complete", async () => {
    const size = 8 * MB;
    const line = JSON.stringify({ width: 4, height: 3, sizes: [size, size, size, size] });
    const write = `writeSync(1, ${JSON.stringify(`${line}\n`)});
let left = ${4 * size - 1};
while (left > 0) left -= writeSync(1, Buffer.alloc(Math.min(left, 1e6)));`;
    replaceConverter(write, "x");
    const before = await usedMemory();
    const converted = convertPhoto([await smallPhoto()], "image/png");
    await converterWaits();
    expect((await usedMemory()) - before).toBeLessThan(4 * size + 3 * MB);
    writeFileSync(go, "");
    expect(Object.values((await converted).files).map(({ length }) => length)).toEqual([size, size, size, size]);
    expect((await usedMemory()) - before).toBeLessThan(4 * size + 3 * MB);
  });

  test("once its pictures are stored, nothing of them is kept, and of those that are read only the cached copy", async () => {
    const size = 8 * MB;
    const content = () => randomBytes(size);
    const files = { "320.webp": content(), "640.webp": content(), "1280.webp": content(), "card.jpg": content() };
    const before = await usedMemory();
    const hash = (await savePhotoFiles(files)).toString("hex");
    expect((await usedMemory()) - before).toBeLessThan(MB);
    for (const file of keysOf(PHOTO_FILES)) expect((await findPhotoFile({ hash, file }))?.length).toBe(size);
    expect((await usedMemory()) - before).toBeLessThan(4 * size + MB);
  });
});
