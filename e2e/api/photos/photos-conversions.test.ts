import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { usedMemory } from "@/e2e/testing/memory";
import { setConverter } from "@/lib/pets/photos/convert";
import { convertBy, newPet } from "../support/photo-suite";
import { smallPhoto, withPngChunk } from "../support/photos";
import { suiteService } from "../support/service";

const service = suiteService();
const MB = 1_000_000;
const folder = mkdtempSync(join(tmpdir(), "pets-conversions-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => setConverter(null));

/** Replaces the converter by one that executes this code, and then says that the photo is damaged. */
const replaceConverter = (code: string) =>
  convertBy(folder, `${code}\nprocess.stdout.write('{"refused":"damaged"}\\n');`);

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
