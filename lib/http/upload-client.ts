import type * as z from "zod/mini";
import { currentToken, forgetToken, readAnswer } from "./client";
import { ApiError } from "./errors";

/** A file to send. */
export type SentUpload = {
  file: Blob;
  /** Called with the fraction that has been sent, from 0 to 1. */
  onProgress(part: number): void;
  signal: AbortSignal;
};

/**
 * Sends a file from the browser to `/v1` and reports its progress, which `fetch` cannot do.
 * @throws ApiError as the service sent it; with code `unavailable` when there was no response; an AbortError
 */
export async function uploadToApi<S extends z.ZodMiniType>(path: string, returns: S, upload: SentUpload) {
  let response = await send(path, upload);
  if (response.status === 401 || response.status === 403) {
    // As in `callApi`: the token expired, or somebody signed in in another tab.
    forgetToken();
    response = await send(path, upload);
  }
  return readAnswer(response, returns);
}

async function send(path: string, { file, onProgress, signal }: SentUpload): Promise<Response> {
  const bearer = await currentToken();
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener("abort", abort);
    request.open("POST", path);
    request.setRequestHeader("Authorization", `Bearer ${bearer}`);
    request.setRequestHeader("Content-Type", file.type);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(toResponse(request));
    request.onabort = () => reject(signal.reason);
    request.onerror = () => reject(new ApiError("unavailable", "The connection broke."));
    request.onloadend = () => signal.removeEventListener("abort", abort);
    request.send(file);
  });
}

function toResponse(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r\n/)) {
    const at = line.indexOf(":");
    if (at > 0) headers.append(line.slice(0, at).trim(), line.slice(at + 1).trim());
  }
  return new Response(request.status === 204 ? null : request.responseText, { status: request.status, headers });
}
