import { isolate, nameInSentence } from "../../values/words";
import type { Photo } from "./schema";

export const PHOTO_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;
export type PhotoType = (typeof PHOTO_TYPES)[number];

/** Largest photo in bytes, and how long it may take to arrive in milliseconds. */
export const MAX_PHOTO_BYTES = 15_000_000;
export const PHOTO_TIMEOUT_MS = 300_000;
/** A photo that arrives more slowly, or stops arriving, is given up in favour of others. */
export const PHOTO_PACE = { bytes: 100_000, ms: 10_000 };

export const PHOTO_FILES = {
  "96.webp": "image/webp",
  "320.webp": "image/webp",
  "640.webp": "image/webp",
  "1280.webp": "image/webp",
  "card.jpg": "image/jpeg",
} as const;
export type PhotoFile = keyof typeof PHOTO_FILES;

/** A file of a photo, and the SHA-256 of all its files in hexadecimal digits. */
export type PhotoName = { hash: string; file: PhotoFile };

const PATH = /^\/photos\/([0-9a-f]{64})-(\d{2,4}\.webp|card\.jpg)$/;

export function parsePhotoPath(path: string): PhotoName | null {
  const [, hash, file] = PATH.exec(path) ?? [];
  return hash !== undefined && isPhotoFile(file) ? { hash, file } : null;
}

export const photoPath = ({ hash, file }: PhotoName) => `/photos/${hash}-${file}`;

export const photoTag = ({ hash, file }: PhotoName) => `"${hash}-${file}"`;

/**
 * Browsers may keep the file forever, but shared caches have to ask after a minute whether it is still there. Any site
 * may show it, and no browser treats it as anything but a picture.
 */
export function photoHeaders(name: PhotoName): string[] {
  return [
    ["Content-Type", PHOTO_FILES[name.file]],
    ["ETag", photoTag(name)],
    ["Cache-Control", "public, max-age=31536000, s-maxage=60, immutable"],
    ["X-Content-Type-Options", "nosniff"],
    ["Cross-Origin-Resource-Policy", "cross-origin"],
    ["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"],
  ].flat();
}

function isPhotoFile(text: string | undefined): text is PhotoFile {
  return text !== undefined && Object.hasOwn(PHOTO_FILES, text);
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const ascii = (text: string) => [...text].map((char) => char.charCodeAt(0));

export function typeOfPhoto(start: Uint8Array): PhotoType | null {
  const hasBytes = (bytes: readonly number[], at = 0) => bytes.every((byte, index) => start[at + index] === byte);
  if (hasBytes([0xff, 0xd8, 0xff])) return "image/jpeg";
  if (hasBytes(PNG)) return "image/png";
  return hasBytes(ascii("RIFF")) && hasBytes(ascii("WEBP"), 8) ? "image/webp" : null;
}

export function photoAlt({ alt }: Photo, name: string, index: number, count: number): string {
  if (alt) return alt;
  const shown = isolate(nameInSentence(name));
  return count > 1 ? `${shown}, photo ${index + 1} of ${count}` : shown;
}
