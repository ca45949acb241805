import { hash, randomInt } from "node:crypto";

const PREFIX = "pet_live_";
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 28 base62 digits carry 166 random bits. */
const RANDOM_LENGTH = 28;
/** 6 base62 digits hold a 32-bit checksum. */
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** Makes an API key: prefix, 166 random bits in base62, checksum. It is shown once and never stored. */
export function generateKey(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return PREFIX + random + checksum(random);
}

/** The checksum may be wrong. */
export function hasKeyForm(text: string): boolean {
  return FORM.test(text);
}

/** Of a text with the form of a key. A wrong one is a typing error, found without a look-up. */
export function hasChecksum(key: string): boolean {
  const random = key.slice(PREFIX.length, PREFIX.length + RANDOM_LENGTH);
  return key.endsWith(checksum(random));
}

/** What the database stores. A key is random, so it needs no salt and no slow hash. */
export function hashKey(key: string): Buffer {
  return hash("sha256", key, "buffer");
}

export function displayPrefix(key: string): string {
  return key.slice(0, PREFIX.length + 4);
}

function checksum(random: string): string {
  let rest = hash("sha256", random, "buffer").readUInt32BE(0);
  let digits = "";
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = ALPHABET[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
