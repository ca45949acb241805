import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { endConversions, setConverter } from "@/lib/pets/photos/convert";
import { MAX_PHOTO_BYTES } from "@/lib/pets/photos/files";
import { Photo } from "@/lib/pets/photos/schema";
import { createPet } from "@/lib/pets/store";
import { expectError } from "../support/answers";
import { noisyPhoto, plainPhoto, smallPhoto, withPngChunk, withPngSize } from "../support/photos";
import { storedRows } from "../support/records";
import { suiteService } from "../support/service";

const service = suiteService({ pages: async (_request, response) => void response.writeHead(404).end() });
const folder = mkdtempSync(join(tmpdir(), "pets-photos-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => setConverter(null));

const newPet = async () => (await createPet({ kind: "operator" }, { name: "Biscuit", categoryId: 1n })).id;

function send(petId: bigint, photo: Uint8Array, type = "image/png") {
  return service.call(`POST /v1/pets/${petId}/photos?alt=`, { body: photo, headers: { "content-type": type } });
}

const half = async (photo: Promise<Buffer>) => (await photo).subarray(0, (await photo).length >> 1);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
const HTML = "<!doctype html><title>x</title><script>alert(1)</script>";
const frames = async (format: "webp" | "gif") =>
  sharp([await plainPhoto(8, 8).png().toBuffer(), await plainPhoto(8, 8, "#00f").png().toBuffer()], {
    join: { animated: true },
  })
    .toFormat(format)
    .toBuffer();

describe("POST /v1/pets/{petId}/photos – refused, and nothing is stored", () => {
  const pixels = "The photo has more than 50 megapixels";
  const memory = "The photo takes more than 200 MB of memory";
  const damaged = "The photo is damaged or incomplete";
  const animated = "The photo is animated";
  const other = (type: string) => `The file is not ${type}`;
  test.each<[what: string, type: string, photo: () => Promise<Uint8Array>, status: 400 | 413 | 415, message: string]>([
    [
      "a bomb: a few bytes that say 2,500 megapixels",
      "image/png",
      async () => withPngSize(await plainPhoto(8, 8).png().toBuffer(), 50_000, 50_000),
      ...([400, pixels] as const),
    ],
    [
      "a bomb: a few bytes that say 4,600,000,000 megapixels",
      "image/png",
      async () => withPngSize(await plainPhoto(8, 8).png().toBuffer(), 2 ** 31 - 1, 2 ** 31 - 1),
      ...([400, damaged] as const),
    ],
    [
      "a bomb: a small file of 50.4 megapixels",
      "image/jpeg",
      () => plainPhoto(8_000, 6_300).jpeg().toBuffer(),
      ...([400, pixels] as const),
    ],
    [
      "a bomb: a small file of 50 megapixels with 16 bits for each colour",
      "image/png",
      () => plainPhoto(10_000, 5_000).toColourspace("rgb16").png({ compressionLevel: 1 }).toBuffer(),
      ...([400, memory] as const),
    ],
    [
      "a bomb: a small progressive JPEG whose coefficients take 300 MB",
      "image/jpeg",
      () => plainPhoto(10_000, 5_000).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer(),
      ...([400, memory] as const),
    ],
    [
      "a bomb: a size that the pixels do not fill",
      "image/png",
      async () => withPngSize(await plainPhoto(8, 8).png().toBuffer(), 5_000, 5_000),
      ...([400, damaged] as const),
    ],
    ["half a JPEG", "image/jpeg", () => half(noisyPhoto(300, 300).jpeg().toBuffer()), 400, damaged],
    ["half a PNG", "image/png", () => half(noisyPhoto(300, 300).png().toBuffer()), 400, damaged],
    ["half a WebP", "image/webp", () => half(noisyPhoto(300, 300).webp().toBuffer()), 400, damaged],
    ["the signature of a PNG alone", "image/png", async () => (await smallPhoto()).subarray(0, 8), 400, damaged],
    ["three bytes of a JPEG", "image/jpeg", async () => Buffer.from([0xff, 0xd8, 0xff]), 400, damaged],
    ["an SVG under another name", "image/png", async () => Buffer.from(SVG), 415, other("image/png")],
    ["HTML under another name", "image/jpeg", async () => Buffer.from(HTML), 415, other("image/jpeg")],
    ["a GIF under another name", "image/webp", () => frames("gif"), 415, other("image/webp")],
    ["a PNG that is declared a JPEG", "image/jpeg", () => smallPhoto(), 415, other("image/jpeg")],
    ["an animated WebP", "image/webp", () => frames("webp"), 400, animated],
    [
      "an animated PNG",
      "image/png",
      async () => withPngChunk(await plainPhoto(8, 8).png().toBuffer(), "acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
      ...([400, animated] as const),
    ],
    [
      "a stripe",
      "image/png",
      () => plainPhoto(1_100, 100).png().toBuffer(),
      ...([400, "The photo is more than 10 times as long as wide"] as const),
    ],
    ["0 bytes", "image/png", async () => new Uint8Array(), 400, "body must not be empty"],
    ["16 MB", "image/png", async () => new Uint8Array(16_000_000), 413, "body must have at most 15000000 bytes"],
  ])("%s", async (_what, type, photo, status, message) => {
    const petId = await newPet();
    const body = await photo();
    const before = await storedRows();
    const code = { 400: "bad_request", 413: "payload_too_large", 415: "unsupported_media_type" }[status];
    expectError(await send(petId, body, type), status, code, message);
    expect(await storedRows()).toEqual(before);
  });

  test("a Content-Type that is not accepted: 415, even for a valid photo", async () => {
    const petId = await newPet();
    for (const type of ["image/svg+xml", "text/html", "image/gif", "image/heic", "application/octet-stream"]) {
      expectError(await send(petId, await smallPhoto(), type), 415, "unsupported_media_type", "Content-Type must be");
    }
  });

  test("behind the signature and the type, sharp itself reads only JPEG, PNG and WebP", async () => {
    const photo = plainPhoto(8, 8);
    const files: [format: string, file: Uint8Array, first: RegExp][] = [
      ["png", await photo.png().toBuffer(), /^\{"width":8,/],
      ["gif", await photo.gif().toBuffer(), /^\{"refused":"damaged"/],
      ["tiff", await photo.tiff().toBuffer(), /^\{"refused":"damaged"/],
      ["heif", await photo.avif().toBuffer(), /^\{"refused":"damaged"/],
      ["svg", Buffer.from(SVG), /^\{"refused":"damaged"/],
    ];
    for (const [format, input, first] of files) {
      const args = ["lib/pets/photos/converter.mjs", format, String(input.length), "30000"];
      expect(spawnSync(process.execPath, args, { input }).stdout.toString("latin1"), format).toMatch(first);
    }
  });
});

describe("POST /v1/pets/{petId}/photos – accepted", () => {
  test("a photo of 50 megapixels", async () => {
    expect((await send(await newPet(), await plainPhoto(10_000, 5_000).jpeg().toBuffer(), "image/jpeg")).status).toBe(
      201,
    );
  });

  test("a photo of nearly 15 MB, in one piece or in chunks", async () => {
    const photo = await noisyPhoto(2_000, 1_000).png({ compressionLevel: 0 }).toBuffer();
    const padded = withPngChunk(photo, "tEXt", Buffer.alloc(MAX_PHOTO_BYTES - photo.length - 12, "a"));
    expect(padded).toHaveLength(MAX_PHOTO_BYTES);
    const petId = await newPet();
    const target = `POST /v1/pets/${petId}/photos`;
    for (const encoding of ["", "chunked"]) {
      const headers = { "content-type": "image/png", "transfer-encoding": encoding };
      expect((await service.call(target, { body: padded, headers })).status).toBe(201);
    }
  });

  test("a script appended to the photo is removed, and every file has the type of a picture", async () => {
    const photo = await noisyPhoto(100, 100).jpeg().toBuffer();
    const answer = await send(await newPet(), Buffer.concat([photo, Buffer.from(HTML)]), "image/jpeg");
    expect(answer.status).toBe(201);
    for (const path of Object.values(Photo.parse(answer.json).urls)) {
      const response = await fetch(`${service.origin}${path}`);
      expect(response.headers.get("content-type")).toMatch(/^image\/(webp|jpeg)$/);
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(Buffer.from(await response.arrayBuffer()).includes("script")).toBe(false);
    }
  });
});

describe("a conversion that goes wrong", () => {
  /** A converter that writes its process id and then executes this code. It may take a second or two to start. */
  function replaceConverter(code: string, timeoutMs = 5_000) {
    const [script, pidFile] = [join(folder, "converter.mjs"), join(folder, "pid")];
    writeFileSync(
      script,
      `import { writeFileSync } from "node:fs";
writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));
${code}`,
    );
    rmSync(pidFile, { force: true });
    setConverter({ script, timeoutMs });
    return {
      hasStarted: () => existsSync(pidFile),
      hasEnded: () => !isRunning(Number(readFileSync(pidFile, "utf8"))),
    };
  }

  test.each([
    ["it waits forever", "setInterval(() => {}, 1e6);"],
    ["it calculates forever", "for (;;);"],
    ["it takes no notice of signals", 'process.on("SIGTERM", () => {}); for (;;);'],
    ["it crashes", "process.abort();"],
    ["it writes nothing", ""],
    [
      "it writes without an end",
      'const more = Buffer.alloc(1e6); for (;;) process.stdout.write(more) || await new Promise((next) => process.stdout.once("drain", next));',
    ],
  ])("the converter fails, because %s: 400, and its process has ended", async (_what, code) => {
    const converter = replaceConverter(code);
    const petId = await newPet();
    const before = await storedRows();
    expectError(await send(petId, await smallPhoto()), 400, "bad_request", "The photo cannot be converted in time");
    expect(converter.hasEnded()).toBe(true);
    expect(await storedRows()).toEqual(before);
    setConverter(null);
    expect((await send(petId, await smallPhoto())).status).toBe(201);
  });

  test("conversions that hang do not keep others waiting forever", async () => {
    replaceConverter("for (;;);", 1_000);
    const petId = await newPet();
    const answers = await Promise.all([1, 2, 3, 4].map(async () => send(petId, await smallPhoto())));
    for (const answer of answers) expectError(answer, 400, "bad_request");
  });

  test("the service shuts down during a conversion: 503, because the photo may be fine", async () => {
    const converter = replaceConverter("setInterval(() => {}, 1e6);", 60_000);
    const petId = await newPet();
    const answer = smallPhoto().then((photo) => send(petId, photo));
    await expect.poll(converter.hasStarted).toBe(true);
    await endConversions();
    expectError(await answer, 503, "unavailable", /^The service is stopping/);
  });

  test("the converter cannot be started: 503, and the next photo is converted", async () => {
    const { execPath } = process;
    const petId = await newPet();
    const before = await storedRows();
    process.execPath = join(folder, "no-such-program");
    try {
      const answer = await send(petId, await smallPhoto());
      expectError(answer, 503, "unavailable", "Too many photos are waiting for conversion");
    } finally {
      process.execPath = execPath;
    }
    expect(await storedRows()).toEqual(before);
    expect((await send(petId, await smallPhoto())).status).toBe(201);
  });

  test.skipIf(process.platform !== "linux")(
    "the converter is the first process to be killed when memory runs out",
    async () => {
      const file = join(folder, "oom");
      replaceConverter(`import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
let score = "0";
for (let tries = 0; tries < 50 && score === "0"; tries++, await delay(10))
  score = readFileSync("/proc/self/oom_score_adj", "utf8").trim();
writeFileSync(${JSON.stringify(file)}, score);`);
      await send(await newPet(), await smallPhoto());
      expect(readFileSync(file, "utf8")).toBe("1000");
    },
  );

  test.skipIf(process.platform !== "linux")("every thread of the converter has a low priority", async () => {
    const file = join(folder, "priorities");
    replaceConverter(`import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
await readFile("/proc/self/stat");
const priorities = readdirSync("/proc/self/task")
  .map((id) => readFileSync("/proc/self/task/" + id + "/stat", "utf8").split(") ")[1].split(" ")[16]);
writeFileSync(${JSON.stringify(file)}, JSON.stringify(priorities));`);
    await send(await newPet(), await smallPhoto());
    const priorities: string[] = JSON.parse(readFileSync(file, "utf8"));
    expect(priorities.length).toBeGreaterThan(4);
    expect(new Set(priorities)).toEqual(new Set(["19"]));
  });

  test("the converter knows nothing of the service's environment", async () => {
    replaceConverter(
      `process.stdout.write(JSON.stringify({ refused: Object.keys(process.env).toSorted().join() }) + "\\n");
writeFileSync(${JSON.stringify(join(folder, "names"))}, Object.keys(process.env).toSorted().join());`,
    );
    expectError(await send(await newPet(), await smallPhoto()), 400, "bad_request");
    expect(readFileSync(join(folder, "names"), "utf8")).toBe("NODE_ENV,VIPS_BLOCK_UNTRUSTED");
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
