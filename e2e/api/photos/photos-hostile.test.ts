import { type ChildProcess, spawnSync } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { convertPhoto, endConversions, setConverter } from "@/lib/pets/photos/convert";
import { MAX_PHOTO_BYTES } from "@/lib/pets/photos/files";
import { expectError } from "../support/answers";
import { convertBy, newPet, suitePhotos } from "../support/photo-suite";
import { noisyPhoto, plainPhoto, smallPhoto, withPngChunk, withPngSize } from "../support/photos";
import { storedRows } from "../support/records";

const { service, send, add } = suitePhotos();
beforeEach(() => setConverter(null));
const folder = mkdtempSync(join(tmpdir(), "pets-photos-"));
afterAll(() => rmSync(folder, { recursive: true }));

const AT_A_TIME = availableParallelism() > 2 ? 2 : 1;
const tinyPng = () => plainPhoto(8, 8).png().toBuffer();
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
const HTML = "<!doctype html><title>x</title><script>alert(1)</script>";

async function half(photo: Sharp): Promise<Buffer> {
  const bytes = await photo.toBuffer();
  return bytes.subarray(0, bytes.length >> 1);
}

/** A PNG of a few bytes that says that it has this size. */
const saying = async (width: number, height: number, photo = plainPhoto(8, 8)) =>
  withPngSize(await photo.png().toBuffer(), width, height);

/** A progressive JPEG that says so. */
async function progressive(width: number, height: number): Promise<Buffer> {
  const jpeg = await plainPhoto(8, 8).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer();
  const header = jpeg.indexOf(Buffer.from([0xff, 0xc2]));
  jpeg.writeUInt16BE(height, header + 5);
  jpeg.writeUInt16BE(width, header + 7);
  return jpeg;
}

async function animatedWebp(): Promise<Buffer> {
  const frames = [await tinyPng(), await plainPhoto(8, 8, "#00f").png().toBuffer()];
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
}
const animatedPng = async () => withPngChunk(await tinyPng(), "acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));

describe("POST /v1/pets/{petId}/photos – refused, and nothing is stored", () => {
  const memory = "The photo is progressive or lossless and takes more than 200 MB of memory";
  const damaged = "The photo is damaged or incomplete";
  const animated = "The photo is animated";
  const rgb16 = () => plainPhoto(8, 8).toColourspace("rgb16").png({ progressive: true });
  test.each<[what: string, type: string, photo: () => Promise<Uint8Array>, message: string]>([
    ["2,500 megapixels", "image/png", () => saying(50_000, 50_000), "The photo has more than 65 megapixels"],
    [
      "50 interlaced megapixels with 16 bits for each colour",
      "image/png",
      () => saying(10_000, 5_000, rgb16()),
      memory,
    ],
    ["a JPEG whose coefficients take 300 MB", "image/jpeg", () => progressive(10_000, 5_000), memory],
    ["a size that the pixels do not fill", "image/png", () => saying(500, 500), damaged],
    ["half a JPEG", "image/jpeg", () => half(noisyPhoto(300, 300).jpeg()), damaged],
    ["an SVG under another name", "image/png", async () => Buffer.from(SVG), "The file is not image/png"],
    ["a PNG that is declared a JPEG", "image/jpeg", smallPhoto, "The file is not image/jpeg"],
    ["an animated WebP", "image/webp", animatedWebp, animated],
    ["an animated PNG", "image/png", animatedPng, animated],
    ["a stripe", "image/png", () => plainPhoto(1_100, 100).png().toBuffer(), "The photo is more than 10 times as long"],
  ])("%s", async (_what, type, photo, message) => {
    const petId = await newPet();
    const body = await photo();
    const before = await storedRows();
    const [status, code] = message.startsWith("The file is") ? [415, "unsupported_media_type"] : [400, "bad_request"];
    expectError(await send(petId, body, { type }), status as number, code as string, message);
    expect(await storedRows()).toEqual(before);
  });

  test("behind the signature and the type, sharp itself reads only JPEG, PNG and WebP", async () => {
    const photo = plainPhoto(8, 8);
    const files: [format: string, file: Uint8Array, first: RegExp][] = [
      ["png", await photo.png().toBuffer(), /^\{"width":8,/],
      ["tiff", await photo.tiff().toBuffer(), /^\{"refused":"damaged"/],
      ["svg", Buffer.from(SVG), /^\{"refused":"damaged"/],
    ];
    for (const [format, input, first] of files) {
      const args = ["lib/pets/photos/converter.mjs", format, "30000"];
      expect(spawnSync(process.execPath, args, { input }).stdout.toString("latin1"), format).toMatch(first);
    }
  });
});

describe("POST /v1/pets/{petId}/photos – accepted", () => {
  test.each<[what: string, type: string, photo: () => Sharp]>([
    ["64 megapixels of a phone", "image/jpeg", () => plainPhoto(9_248, 6_936).jpeg()],
    ["a JPEG that is called image/jpg", "image/jpg", () => plainPhoto(8, 8).jpeg()],
  ])("%s", async (_what, type, photo) => {
    await add(await newPet(), await photo().toBuffer(), { type });
  });

  test("a photo of 15 MB in chunks", async () => {
    const photo = Buffer.from(await smallPhoto());
    const body = withPngChunk(photo, "tEXt", Buffer.alloc(MAX_PHOTO_BYTES - photo.length - 12, "a"));
    expect(body).toHaveLength(MAX_PHOTO_BYTES);
    const headers = { "content-type": "image/png", "transfer-encoding": "chunked" };
    expect((await service.call(`POST /v1/pets/${await newPet()}/photos`, { body, headers })).status).toBe(201);
  });

  test("a script appended to the photo is removed", async () => {
    const photo = Buffer.concat([await noisyPhoto(100, 100).jpeg().toBuffer(), Buffer.from(HTML)]);
    const { urls } = await add(await newPet(), photo, { type: "image/jpeg" });
    for (const path of Object.values(urls)) {
      const response = await fetch(`${service.origin}${path}`);
      expect(Buffer.from(await response.arrayBuffer()).includes("script")).toBe(false);
    }
  });
});

describe("a conversion that goes wrong", () => {
  const pidFile = join(folder, "pid");

  /** Replaces the converter by one that writes its process id and then executes this code. */
  function replaceConverter(code: string, timeoutMs?: number): void {
    rmSync(pidFile, { force: true });
    const writeId = `import { writeFileSync } from "node:fs";
writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));
`;
    convertBy(folder, writeId + code, timeoutMs);
  }

  test.each([
    ["it takes no notice of signals", 'process.on("SIGTERM", () => {}); for (;;);', 2_000],
    ["it crashes", "process.abort();", 60_000],
    [
      "it writes without an end",
      'const more = Buffer.alloc(1e6); for (;;) process.stdout.write(more) || await new Promise((next) => process.stdout.once("drain", next));',
      60_000,
    ],
  ])("the converter fails, because %s: 400, and its process has ended", async (_what, code, timeoutMs) => {
    replaceConverter(code, timeoutMs);
    const petId = await newPet();
    const before = await storedRows();
    expectError(await send(petId, await smallPhoto()), 400, "bad_request", "The photo cannot be converted in time");
    expect(existsSync(pidFile) && isRunning(Number(readFileSync(pidFile, "utf8")))).toBe(false);
    expect(await storedRows()).toEqual(before);
  });

  test("one photo is converted at a time, or two where there are more than two processors, and the rest wait", async () => {
    replaceConverter("");
    let [running, most] = [0, 0];
    const onStart = (message: unknown) => {
      const { process: child } = message as { process: ChildProcess }; // as Node.js documents this channel
      most = Math.max(most, ++running);
      child.once("exit", () => running--);
    };
    subscribe("child_process", onStart);
    const convert = async () => convertPhoto([await smallPhoto()], "image/png");
    await Promise.allSettled(Array.from({ length: AT_A_TIME + 2 }, convert)).finally(() =>
      unsubscribe("child_process", onStart),
    );
    expect([running, most]).toEqual([0, AT_A_TIME]);
  });

  test("the service shuts down during a conversion: 503, because the photo may be fine", async () => {
    replaceConverter("setInterval(() => {}, 1e6);");
    const petId = await newPet();
    const answer = smallPhoto().then((photo) => send(petId, photo));
    await expect.poll(() => existsSync(pidFile)).toBe(true);
    await endConversions();
    expectError(await answer, 503, "unavailable", /^The service is stopping/);
  });

  test.skipIf(process.platform !== "linux")(
    "the converter knows nothing of the service, has the lowest priority, and is killed first when memory runs out",
    async () => {
      const file = join(folder, "seen");
      replaceConverter(`import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
const score = () => readFileSync("/proc/self/oom_score_adj", "utf8").trim();
for (let tries = 0; tries < 1_000 && score() === "0"; tries++) await delay(10);
const priorities = readdirSync("/proc/self/task")
  .map((id) => readFileSync("/proc/self/task/" + id + "/stat", "utf8").split(") ")[1].split(" ")[16]);
const names = Object.keys(process.env).toSorted().join();
writeFileSync(${JSON.stringify(file)}, JSON.stringify({ names, score: score(), priorities: [...new Set(priorities)] }));`);
      expectError(await send(await newPet(), await smallPhoto()), 400, "bad_request");
      expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
        names: "NODE_ENV,VIPS_BLOCK_UNTRUSTED",
        score: "1000",
        priorities: ["19"],
      });
    },
  );
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
