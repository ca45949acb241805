import "server-only";
import { halfOfRest, Shares } from "../concurrency/capacity";
import { ApiError } from "../http/errors";
import type { Incoming } from "../http/message";
import { bodyTooLong, requireMediaType } from "../http/parse";
import { singleton } from "../process/singleton";
import type { Caller } from "./caller";
import type { Upload, UploadRule } from "./spec";

/** In the memory of this process. Half may belong to one caller: a browser has up to six connections. */
const MAX_UPLOADS = 12;
const RETRY_SECONDS = 5;

const uploads = () => singleton("uploads", () => new Shares(halfOfRest(MAX_UPLOADS)));

/** Reads nothing yet. @throws ApiError unsupported_media_type; payload_too_large when Content-Length says so */
export function openUpload({ mediaTypes, ...rule }: UploadRule, incoming: Incoming, caller: Caller): Upload {
  const { maxBytes } = rule;
  const mediaType = requireMediaType(incoming, mediaTypes);
  if (Number(incoming.header("content-length") ?? 0) > maxBytes) throw bodyTooLong(maxBytes);
  return {
    mediaType,
    async receive(use) {
      const giveBack = takeShare(caller);
      try {
        const parts = await incoming.readParts(rule);
        if (!parts) throw bodyTooLong(maxBytes);
        if (parts.length === 0) throw new ApiError("bad_request", "body must not be empty");
        return await use(parts);
      } finally {
        giveBack();
      }
    },
  };
}

/** @throws ApiError unavailable */
function takeShare(caller: Caller): () => void {
  const giveBack = uploads().take("id" in caller ? `${caller.kind}:${caller.id}` : caller.kind);
  if (giveBack) return giveBack;
  const message = "Too many uploads are in progress. Try again in a few seconds";
  throw new ApiError("unavailable", message, { "Retry-After": String(RETRY_SECONDS) });
}
