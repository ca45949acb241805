import "server-only";
import { ApiError } from "../http/errors";
import type { Incoming } from "../http/message";
import { bodyTooLong, requireMediaType } from "../http/parse";
import { singleton } from "../singleton";
import { Slots } from "../slots";
import type { Caller } from "./identify";
import type { Upload, UploadRule } from "./spec";

/** Maximum number of uploads that are in memory at a time, in this process. */
const MOST = 12;
const RETRY_SECONDS = 5;

const uploads = singleton("uploads", () => ({ slots: new Slots({ most: MOST }), byCaller: new Map<string, number>() }));

/**
 * Checks what a request says about its upload, and reads nothing yet.
 * @throws ApiError unsupported_media_type; payload_too_large for the length that it announces
 */
export function openUpload({ mediaTypes, ...rule }: UploadRule, incoming: Incoming, caller: Caller): Upload {
  const { maxBytes } = rule;
  const mediaType = requireMediaType(incoming, mediaTypes);
  if (Number(incoming.header("content-length") ?? 0) > maxBytes) throw bodyTooLong(maxBytes);
  return {
    mediaType,
    async receive(use) {
      const giveBack = await takeSlot("id" in caller ? `${caller.kind}:${caller.id}` : caller.kind);
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

/**
 * How many slots a caller may have: half of those that others leave, so that a few callers cannot have all of them. The
 * first gets six, as many as a browser sends at a time.
 */
function mostOf(caller: string, byCaller: ReadonlyMap<string, number>): number {
  const others = [...byCaller].reduce((sum, [other, count]) => (other === caller ? sum : sum + count), 0);
  return Math.max(1, Math.floor((MOST - others) / 2));
}

/** @throws ApiError unavailable */
async function takeSlot(caller: string): Promise<() => void> {
  const { slots, byCaller } = uploads;
  const add = (change: 1 | -1) => {
    const count = (byCaller.get(caller) ?? 0) + change;
    if (count > 0) byCaller.set(caller, count);
    else byCaller.delete(caller);
    return count;
  };
  const giveBack = add(1) <= mostOf(caller, byCaller) ? await slots.take() : null;
  if (giveBack) {
    return () => {
      giveBack();
      add(-1);
    };
  }
  add(-1);
  const message = "Too many uploads are under way. Try again in a few seconds";
  throw new ApiError("unavailable", message, { "Retry-After": String(RETRY_SECONDS) });
}
