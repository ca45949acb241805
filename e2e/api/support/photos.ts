import { crc32 } from "node:zlib";
import sharp, { type Sharp } from "sharp";

/** Makes a picture with a single colour. */
export function plainPhoto(width: number, height: number, background = "#c84"): Sharp {
  return sharp({ create: { width, height, channels: 3, background } });
}

/** Makes a picture that hardly compresses. */
export function noisyPhoto(width: number, height: number): Sharp {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background: "#000", noise } });
}

let small: Promise<Buffer> | undefined;

/** Returns a PNG of a few bytes. */
export async function smallPhoto(): Promise<Uint8Array> {
  small ??= plainPhoto(4, 3).png().toBuffer();
  return await small;
}

/** A chunk of a PNG: length, type, data and checksum. */
function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** Where the first chunk of a PNG ends: a signature of 8 bytes, and IHDR. */
const AFTER_HEADER = 8 + 25;

/** Inserts a chunk after the header of a PNG. */
export function withPngChunk(png: Buffer, type: string, data: Uint8Array): Buffer {
  return Buffer.concat([png.subarray(0, AFTER_HEADER), pngChunk(type, data), png.subarray(AFTER_HEADER)]);
}

/** Changes the size in the header of a PNG. */
export function withPngSize(png: Buffer, width: number, height: number): Buffer {
  const header = Buffer.from(png.subarray(16, 29));
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([png.subarray(0, 8), pngChunk("IHDR", header), png.subarray(AFTER_HEADER)]);
}
