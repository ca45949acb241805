// The pictures that are made from a photo. Plain JavaScript, for programs that Node.js starts without a bundle.

const WIDTHS = [320, 640, 1280];
const CARD = { width: 1200, height: 630 };
const WEBP = { quality: 80 };
const JPEG = { quality: 80, progressive: true };

/**
 * Makes the pictures in the order of WIDTHS, and the card. sharp drops metadata and converts colours to sRGB, unless it
 * is configured otherwise.
 * @param {typeof import("sharp").default} sharp
 * @param {import("sharp").Sharp} image
 */
export async function makePictures(sharp, image) {
  const { data, info } = await image
    .resize({ width: Math.max(...WIDTHS), withoutEnlargement: true })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const largest = () => sharp(data, { raw: { width, height, channels } });
  const pictures = [];
  for (const size of WIDTHS) {
    pictures.push(await largest().resize({ width: size, withoutEnlargement: true }).webp(WEBP).toBuffer());
  }
  const card = largest()
    .flatten({ background: "#fff" })
    .resize({ ...CARD, fit: "cover", position: "attention" });
  pictures.push(await card.jpeg(JPEG).toBuffer());
  return { width, height, pictures };
}
