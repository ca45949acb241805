import { setTimeout as delay } from "node:timers/promises";
import sharp from "sharp";
import { type Case, CONTENDERS, measure, type Setting } from "./measure";
import { type Running, start } from "./processes";
import type { Row } from "./report";
import { writeGets } from "./workload";

/** Number of concurrent uploads. At most two photos are converted at a time, so there is always one to convert. */
const UPLOADS = 2;
/** How often a photo is sent, at most. */
const MAX_TRIES = 10;

/** Measures pictures, and lists with and without concurrent conversions. */
export async function measurePhotos(setting: Setting): Promise<Row[]> {
  const running = await start([...CONTENDERS.service], setting.environment);
  try {
    const photo = await makePhoto();
    const paths = Object.values(await upload(running, setting.key, photo));
    const { list } = setting.workloads;
    const folder = String(setting.environment.DATA_DIR);
    const meanwhile = () => keepUploading(running, setting.key, photo);
    const cases: Case[] = [
      { name: "service", workload: writeGets(folder, "a photo, four sizes", paths), running },
      { name: "service", workload: list, running },
      { name: "service, converting photos", workload: list, running, meanwhile },
    ];
    return await measure(setting, cases);
  } finally {
    await running.stop();
  }
}

/** Makes a JPEG like those of a phone: 12 megapixels, some 5 MB, rotated by its orientation. */
function makePhoto(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  const picture = sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: "#000", noise } });
  return picture.withMetadata({ orientation: 6 }).jpeg().toBuffer();
}

/**
 * Adds an animal with the photo, and returns the paths of its pictures. A busy service is asked again when it says so.
 */
async function upload({ origin }: Running, key: string, photo: Buffer): Promise<Record<string, string>> {
  const authorization = `Bearer ${key}`;
  const post = async (path: string, type: string, body: string | Buffer) => {
    const headers = { authorization, "content-type": type };
    const send = () => fetch(`${origin}${path}`, { method: "POST", headers, body: new Uint8Array(Buffer.from(body)) });
    let response = await send();
    for (let tries = 1; response.status === 503 && tries < MAX_TRIES; tries++) {
      await response.body?.cancel();
      await delay(Number(response.headers.get("retry-after")) * 1_000);
      response = await send();
    }
    if (response.status !== 201) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
    return await response.json();
  };
  const { id } = await post("/v1/pets", "application/json", '{"name":"Biscuit","categoryId":1}');
  return (await post(`/v1/pets/${id}/photos?alt=`, "image/jpeg", photo)).urls;
}

/** Uploads photos until it is stopped. */
function keepUploading(running: Running, key: string, photo: Buffer): () => Promise<void> {
  let stopped = false;
  let count = 0;
  const began = Date.now();
  const uploads = Promise.all(
    Array.from({ length: UPLOADS }, async () => {
      while (!stopped) {
        await upload(running, key, photo);
        count++;
      }
    }),
  );
  // `stop` reports a failure.
  uploads.catch(() => {});
  return async () => {
    stopped = true;
    await uploads;
    process.stderr.write(`${count} photos in ${Math.round((Date.now() - began) / 1000)} s\n`);
  };
}
