import type { ErrorCode } from "../http/errors";

/** When each code is sent, and what a program or its author does about it. */
export const ERROR_CODES: Readonly<Record<ErrorCode, { when: string; remedy: string }>> = {
  bad_request: {
    when: "A value, the JSON, a parameter, a header or the host is not valid. The message names up to five of them.",
    remedy: "Correct what the message names. The same request is refused again.",
  },
  unauthorized: {
    when: "There is no credential, or it is unknown, expired or revoked.",
    remedy:
      "Send `Authorization: Bearer` with a valid key. Only an admin sees whether yours has expired or was revoked.",
  },
  forbidden: {
    when: "The key lacks the scope of the operation.",
    remedy:
      "Use a key with the scope that `WWW-Authenticate` names. No key can have `admin` or a scope of applications.",
  },
  password_required: {
    when: "Somebody signed in more than an hour ago. A key never gets it.",
    remedy: "Sign in again.",
  },
  not_found: {
    when: "There is no such path, or nothing with this id.",
    remedy: "Check the path and the ids. What they name may have been removed.",
  },
  method_not_allowed: {
    when: "The path exists, but not with this method.",
    remedy: "Use a method that `Allow` lists.",
  },
  request_timeout: {
    when: "An upload took too long to arrive, or was too slow.",
    remedy: "Send it again over a faster line, or a smaller file.",
  },
  conflict: {
    when: "What is stored does not allow it, as the operation says. Or, with `Retry-After`, the first request with this `Idempotency-Key` is still in progress.",
    remedy: "With `Retry-After`, wait and send the same again. Otherwise read what there is now, and decide again.",
  },
  confirmation_required: {
    when: "It would decline applications or complete an open order. The body has the `consequences`.",
    remedy: "To accept them, send the same again with the value of `confirm` as `Confirm`.",
  },
  gone: {
    when: "The operation was removed.",
    remedy: "Use the successor that `Link` names.",
  },
  precondition_failed: {
    when: "Somebody has changed it since: no version in `If-Match` is the current one.",
    remedy: "Read it again, and decide whether you still want your change.",
  },
  payload_too_large: {
    when: "The body has more bytes than the operation accepts: 64 KiB of JSON, unless it says otherwise.",
    remedy: "Send fewer animals at a time, or a smaller file.",
  },
  unsupported_media_type: {
    when: "The body is not `application/json` in UTF-8 without an encoding, or no picture of the type that it claims.",
    remedy: "Send a type that `Accept` lists, if there is one, without `Content-Encoding`.",
  },
  idempotency_key_reused: {
    when: "The `Idempotency-Key` came with another request in the last 24 hours.",
    remedy: "Make a new one for each thing that you want done.",
  },
  precondition_required: {
    when: "The operation needs `If-Match`.",
    remedy: "Read first, and send the `ETag` as `If-Match`.",
  },
  rate_limited: {
    when: "A limit of the caller or of the operation is used up.",
    remedy: "Wait as many seconds as `Retry-After` says, and longer after each further 429.",
  },
  key_suspended: {
    when: "The key is banned for a while, because it kept sending requests after a 429.",
    remedy: "Send nothing until the seconds of `Retry-After` are over, and make the program wait after each 429.",
  },
  internal: {
    when: "A fault of the service. Whether anything was done is not known.",
    remedy: "Send it again with the same `Idempotency-Key`. If that does not help, report the `X-Request-Id`.",
  },
  unavailable: {
    when: "The database is unavailable or too busy, or there are too many uploads.",
    remedy: "Wait as many seconds as `Retry-After` says, then send it again with the same `Idempotency-Key`.",
  },
};
