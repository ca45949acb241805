import { TOO_LARGE, WRONG_TYPE } from "./edit";
import { MAX_PHOTO_BYTES, type PhotoType, typeOfPhoto } from "./files";

/** The longest side of a photo that was too large and is shrunk. The largest picture of the service is half as wide. */
const SHRUNK_PIXELS = 2_560;
const JPEG_QUALITY = 0.88;

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

/** Null if the browser cannot read it. */
export async function shrink(file: File): Promise<Blob | null> {
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
