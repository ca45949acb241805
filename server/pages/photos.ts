import type { IncomingMessage, ServerResponse } from "node:http";
import { Shares, tooBusy } from "@/lib/concurrency/capacity";
import { isDatabaseUnavailable } from "@/lib/database/errors";
import { logFailure } from "@/lib/database/health";
import { widestBlock } from "@/lib/http/client-address";
import { findShownFile, recallPhotoFile } from "@/lib/pets/photos/file-store";
import { type PhotoName, photoHeaders, photoTag } from "@/lib/pets/photos/files";
import { sendAsset } from "./assets";
import { AWAY, limitPage, pageRefusal, sendNotice, sendRefusal } from "./notice";
import { hasSession } from "./page-cache";

const UNKNOWN = "There is no such photo.\n";

/** At the same time. A page of the list shows 24. */
const READS_PER_ADDRESS = 30;
const reads = new Shares(() => READS_PER_ADDRESS);

/**
 * Sends a photo's file, without charging the IP address. A path that names no photo is charged, because it costs a
 * look-up. Returns false, having sent nothing, if the photo is not public but the request has a session: Next.js knows
 * whose it is.
 */
export async function sendPhoto(
  name: PhotoName,
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
): Promise<boolean> {
  const isCached = recallPhotoFile(name) !== undefined;
  const refusal = isCached ? null : pageRefusal(address);
  if (refusal) {
    sendRefusal(request, response, refusal);
    return true;
  }
  let bytes: Uint8Array | null;
  try {
    bytes = await (isCached ? findShownFile(name) : findFor(address, name));
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    logFailure("a photo could not be read", error);
    sendNotice(request, response, AWAY);
    return true;
  }
  if (bytes) sendBytes(name, bytes, request, response);
  else if (hasSession(request.headers.cookie)) return false;
  else await sendUnknown(response, address);
  return true;
}

async function sendUnknown(response: ServerResponse, address: string): Promise<void> {
  await limitPage(address);
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
  response.writeHead(404, { ...headers, "Content-Length": String(UNKNOWN.length) }).end(UNKNOWN);
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
