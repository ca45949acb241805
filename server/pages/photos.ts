import type { IncomingMessage, ServerResponse } from "node:http";
import { Shares, tooBusy } from "@/lib/concurrency/capacity";
import { isDatabaseUnavailable } from "@/lib/database/errors";
import { logFailure } from "@/lib/database/health";
import { widestBlock } from "@/lib/http/client-address";
import type { Verdict } from "@/lib/limits/bucket";
import { findShownFile, recallPhotoFile } from "@/lib/pets/photos/file-store";
import { type PhotoName, photoHeaders, photoTag } from "@/lib/pets/photos/files";
import { sendAsset } from "./assets";
import { limitPage, pageRefusal, sendNotice } from "./notice";

const AWAY = {
  status: 503,
  title: "Not available right now",
  text: "Please try again in a moment.",
  retryAfterSeconds: 5,
  link: "Try again",
};
const UNKNOWN = "There is no such photo.\n";

/** Maximum number of photos that are read for one IP address at the same time. A page of the list shows 24. */
const READS_PER_ADDRESS = 30;
const reads = new Shares(() => READS_PER_ADDRESS);

/**
 * Sends a photo's file, without charging the IP address. A path that names no photo is charged, because it costs a
 * look-up. Returns the refusal of an IP address that asks for too many of those.
 */
export async function sendPhoto(
  name: PhotoName,
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
): Promise<Verdict | null> {
  const isCached = recallPhotoFile(name) !== undefined;
  const refusal = isCached ? null : pageRefusal(address);
  if (refusal) return refusal;
  let bytes: Uint8Array | null;
  try {
    bytes = await (isCached ? findShownFile(name) : findFor(address, name));
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    logFailure("a photo could not be read", error);
    sendNotice(request, response, AWAY);
    return null;
  }
  if (bytes) sendBytes(name, bytes, request, response);
  else {
    await limitPage(address);
    const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
    response.writeHead(404, { ...headers, "Content-Length": String(UNKNOWN.length) }).end(UNKNOWN);
  }
  return null;
}

/** @throws what `findShownFile` throws; `tooBusy` when too many photos are being read for the IP address */
async function findFor(address: string, name: PhotoName): Promise<Uint8Array | null> {
  const giveBack = reads.take(widestBlock(address));
  if (!giveBack) throw tooBusy();
  try {
    return await findShownFile(name);
  } finally {
    giveBack();
  }
}

function sendBytes(name: PhotoName, bytes: Uint8Array, request: IncomingMessage, response: ServerResponse): void {
  const { buffer, byteOffset, byteLength } = bytes;
  const variant = { headers: photoHeaders(name), body: Buffer.from(buffer, byteOffset, byteLength) };
  sendAsset({ etag: photoTag(name), variants: { identity: variant, br: variant, gzip: variant } }, request, response);
}
