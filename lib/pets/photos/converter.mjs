// Converts one photo, in its own process. lib/pets/photos/convert.ts starts it and can kill it at any moment:
// libvips cannot be interrupted, and a crash in a decoder must not end the service. Reads the photo from stdin. Writes
// a line of JSON to stdout, then the pictures that it names. Plain JavaScript, because Node.js starts it without
// bundling.
import { readFileSync, writeSync } from "node:fs";

/** Phones that say 64 megapixels take a little more. */
const MAX_PIXELS = 65_000_000;
/** Maximum size of what is in memory as a whole, in bytes. Other photos are read line by line. */
const MAX_HELD_BYTES = 200_000_000;
const MAX_RATIO = 10;
const WIDTHS = [96, 320, 640, 1280];
const CARD = { width: 1200, height: 630 };
const WEBP = { quality: 80 };
const JPEG = { quality: 80, progressive: true };
const STDIN = 0;
const STDOUT = 1;

const [format = "", timeoutMs = "0"] = process.argv.slice(2);
// Ends a conversion that hangs, even if the service no longer exists.
setTimeout(() => process.exit(3), Number(timeoutMs)).unref();
const { default: sharp } = await import("sharp");
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});
sharp.concurrency(1);
sharp.cache(false);
await convert(readFileSync(STDIN));

/** @param {Buffer} photo */
async function convert(photo) {
  const refused = await reasonToRefuse(photo);
  if (refused) return write({ refused }, []);
  try {
    const options = /** @type {const} */ ({ failOn: "error", limitInputPixels: MAX_PIXELS, autoOrient: true });
    const { width, height, pictures } = await makePictures(sharp(photo, options));
    write({ width, height, sizes: pictures.map(({ length }) => length) }, pictures);
  } catch {
    write({ refused: "damaged" }, []);
  }
}

/**
 * Makes the pictures in the order of WIDTHS, and the card. What is clear becomes white, because a dark animal would be
 * lost on a dark page. sharp drops metadata and converts colours to sRGB, unless it is configured otherwise.
 * @param {import("sharp").Sharp} image
 */
async function makePictures(image) {
  const { data, info } = await image
    .resize({ width: Math.max(...WIDTHS), withoutEnlargement: true })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const largest = () => sharp(data, { raw: { width, height, channels } }).flatten({ background: "#fff" });
  const pictures = [];
  for (const size of WIDTHS) {
    pictures.push(await largest().resize({ width: size, withoutEnlargement: true }).webp(WEBP).toBuffer());
  }
  const card = largest().resize({ ...CARD, fit: "cover", position: "attention" });
  pictures.push(await card.jpeg(JPEG).toBuffer());
  return { width, height, pictures };
}

/**
 * Reads only the header; the pixels are not read yet.
 * @param {Buffer} photo
 */
async function reasonToRefuse(photo) {
  const found = await sharp(photo, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!found?.width || !found.height || found.format !== format) return "damaged";
  if ((found.pages ?? 1) > 1 || (format === "png" && isAnimatedPng(photo))) return "animated";
  const { width, height } = found;
  if (width * height > MAX_PIXELS) return "pixels";
  if (width * height * heldBytes(found, photo) > MAX_HELD_BYTES) return "memory";
  return Math.max(width, height) > MAX_RATIO * Math.min(width, height) ? "ratio" : null;
}

/**
 * Returns how many bytes of each pixel are in memory at a time. Of a progressive JPEG these are its coefficients, of two
 * bytes each.
 * @param {import("sharp").Metadata} found
 * @param {Buffer} photo
 */
function heldBytes({ channels = 4, depth, isProgressive, chromaSubsampling }, photo) {
  if (format === "webp") return photo.includes("VP8L") ? 4 : 0;
  if (!isProgressive) return 0;
  if (format === "jpeg") return chromaSubsampling === "4:2:0" ? channels : 2 * channels;
  return depth === "uchar" ? channels : 2 * channels;
}

/**
 * Whether a PNG has the chunk `acTL` before its pixels, which makes it an animation. libvips would use its first
 * picture.
 * @param {Buffer} photo
 */
function isAnimatedPng(photo) {
  for (let at = 8; at + 8 <= photo.length; at += 12 + photo.readUInt32BE(at)) {
    const type = photo.toString("latin1", at + 4, at + 8);
    if (type === "acTL") return true;
    if (type === "IDAT") return false;
  }
  return false;
}

/**
 * @param {object} result
 * @param {Buffer[]} pictures
 */
function write(result, pictures) {
  for (const part of [Buffer.from(`${JSON.stringify(result)}\n`), ...pictures]) {
    for (let at = 0; at < part.length; ) at += writeSync(STDOUT, part, at);
  }
}
