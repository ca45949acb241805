import { ApiError } from "../../http/errors";
import { SECOND_MS } from "../../values/time";
import { TOO_LARGE, WRONG_TYPE } from "./edit";
import { MAX_PHOTO_BYTES, type PhotoType, typeOfPhoto } from "./files";

/** The longest side of a photo that was too large and is shrunk. The largest picture of the service is half as wide. */
const SHRUNK_PIXELS = 2_560;
const JPEG_QUALITY = 0.88;
const TIMEOUT_MS = 15 * SECOND_MS;
const COMPARED_PIXELS = 16;
/** How much the colours of two pictures of the same photo may differ on average, of 255. */
const COLOUR_TOLERANCE = 8;

export type PreparedPhoto = { file: Blob } | { problem: string };

/** Checks a chosen file before it is sent. A file over the size limit is shrunk, if the browser can read it. */
export async function preparePhoto(file: File): Promise<PreparedPhoto> {
  const type = typeOfPhoto(new Uint8Array(await file.slice(0, 16).arrayBuffer()));
  if (type === null) return { problem: WRONG_TYPE };
  if (file.size > MAX_PHOTO_BYTES) {
    const smaller = await shrink(file);
    return smaller && smaller.size <= MAX_PHOTO_BYTES ? { file: smaller } : { problem: TOO_LARGE };
  }
  // The type comes from the content, because phones give some photos the wrong extension.
  return { file: new Blob([file], { type }) };
}

async function shrink(file: File): Promise<Blob | null> {
  try {
    const image = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, SHRUNK_PIXELS / Math.max(image.width, image.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(image.width * scale));
    canvas.height = Math.max(1, Math.round(image.height * scale));
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    const type: PhotoType = "image/jpeg";
    return await new Promise((resolve) => canvas.toBlob(resolve, type, JPEG_QUALITY));
  } catch {
    return null;
  }
}

export async function sizeOf(file: Blob): Promise<{ width: number; height: number } | null> {
  try {
    const image = await createImageBitmap(file, { imageOrientation: "from-image" });
    const size = { width: image.width, height: image.height };
    image.close();
    return size;
  } catch {
    return null;
  }
}

/** Yes if the browser cannot compare them, because it may be. @throws ApiError when the picture cannot be fetched */
export async function isPictureOf(file: Blob, url: string): Promise<boolean> {
  const picture = await fetchPicture(url).catch(() => null);
  if (!picture) throw new ApiError("unavailable", "The picture could not be read.");
  try {
    const [one, other] = await Promise.all([coloursOf(file), coloursOf(picture)]);
    const difference = one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0);
    return difference / one.length < COLOUR_TOLERANCE;
  } catch {
    return true;
  }
}

async function fetchPicture(url: string): Promise<Blob | null> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  return response.ok ? response.blob() : null;
}

async function coloursOf(picture: Blob): Promise<Uint8ClampedArray> {
  const image = await createImageBitmap(picture, {
    imageOrientation: "from-image",
    resizeWidth: COMPARED_PIXELS,
    resizeHeight: COMPARED_PIXELS,
    resizeQuality: "high",
  });
  const canvas = document.createElement("canvas");
  canvas.width = COMPARED_PIXELS;
  canvas.height = COMPARED_PIXELS;
  const context = canvas.getContext("2d");
  context?.drawImage(image, 0, 0);
  image.close();
  if (!context) throw new Error("there is no canvas");
  return context.getImageData(0, 0, COMPARED_PIXELS, COMPARED_PIXELS).data;
}
