import type * as z from "zod/mini";
import { MINUTE_MS, SECOND_MS } from "../values/time";
import { readAnswer, withToken } from "./client";
import { ApiError } from "./errors";

/** Without anything sent. */
const STALL_MS = 30 * SECOND_MS;
/** After everything was sent: more than the service needs to convert a photo. */
const ANSWER_MS = MINUTE_MS;
/** The service stops reading then, too. */
const TIMEOUT_MS = 5 * MINUTE_MS;

export type SentUpload = {
  file: Blob;
  /** The service stores the file once for it. */
  idempotencyKey: string;
  /** From 0 to 1. */
  onProgress(part: number): void;
  signal: AbortSignal;
};

/** Sends a file and reports its progress, which `fetch` cannot do. @throws ApiError as in `callApi`; an AbortError */
export async function uploadToApi<S extends z.ZodMiniType>(path: string, returns: S, upload: SentUpload) {
  return readAnswer(await withToken((bearer) => send(path, upload, bearer)), returns);
}

function send(path: string, upload: SentUpload, bearer: string): Promise<Response> {
  const { file, idempotencyKey, onProgress, signal } = upload;
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(new ApiError("unavailable", "The connection broke."));
    const abort = () => request.abort();
    const watch = (timeoutMs: number) =>
      setTimeout(() => {
        fail();
        abort();
      }, timeoutMs);
    let watched = watch(STALL_MS);
    signal.addEventListener("abort", abort);
    request.open("POST", path);
    request.timeout = TIMEOUT_MS;
    request.setRequestHeader("Authorization", `Bearer ${bearer}`);
    request.setRequestHeader("Content-Type", file.type);
    request.setRequestHeader("Idempotency-Key", idempotencyKey);
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(watched);
      watched = watch(loaded < total ? STALL_MS : ANSWER_MS);
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.onload = () => resolve(toResponse(request));
    request.onabort = () => reject(signal.reason);
    request.onerror = fail;
    request.ontimeout = fail;
    request.onloadend = () => {
      clearTimeout(watched);
      signal.removeEventListener("abort", abort);
    };
    request.send(file);
  });
}

function toResponse(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const [, name = "", value = ""] of request.getAllResponseHeaders().matchAll(/^([^:\n]+): (.*)$/gm))
    headers.append(name, value);
  return new Response(request.status === 204 ? null : request.responseText, { status: request.status, headers });
}
