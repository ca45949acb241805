import "server-only";
import { ApiError } from "../http/errors";
import { parseIfMatch } from "../http/if-match";
import type { Incoming } from "../http/message";
import type { IfMatch } from "../precondition";
import type { AnySpec } from "./spec";

/**
 * Reads If-Match for an operation that honours it (RFC 9110, 13.1.1). Returns null if the header is absent.
 * @throws ApiError bad_request when it is malformed; precondition_required when it is required and absent (RFC 6585, 3)
 */
export function readIfMatch({ precondition }: AnySpec, { header }: Incoming): IfMatch | null {
  if (!precondition) return null;
  const sent = header("if-match");
  if (sent !== null) return parseIfMatch(sent);
  if (precondition === "optional") return null;
  throw new ApiError("precondition_required", "If-Match is required: send the ETag of the version that you have read");
}
