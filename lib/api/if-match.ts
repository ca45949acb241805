import "server-only";
import type { IfMatch } from "../domain";
import { ApiError } from "../http/errors";
import type { Incoming } from "../http/message";
import type { AnySpec } from "./spec";

const RULE = 'If-Match must be * or a list of entity tags, such as "3"';
/** In characters. */
export const MAX_IF_MATCH_LENGTH = 1_000;

/**
 * Parses If-Match (RFC 9110, 13.1.1). Weak tags count as strong, because proxies that compress weaken them.
 * @throws ApiError bad_request
 */
export function parseIfMatch(header: string): IfMatch {
  const text = header.trim();
  if (text === "*") return "*";
  if (text === "" || text.length > MAX_IF_MATCH_LENGTH) throw new ApiError("bad_request", RULE);
  const tag = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*(?:,[ \t]*|$)/y;
  const versions: bigint[] = [];
  while (tag.lastIndex < text.length) {
    const found = tag.exec(text);
    if (!found) throw new ApiError("bad_request", RULE);
    const [, version = ""] = found;
    if (/^\d{1,19}$/.test(version)) versions.push(BigInt(version));
  }
  return versions;
}

/**
 * Returns null if the header is absent.
 * @throws ApiError bad_request, also when the operation does not honour it; precondition_required (RFC 6585, 3)
 */
export function readIfMatch({ precondition }: AnySpec, { header }: Incoming): IfMatch | null {
  const sent = header("if-match");
  if (sent !== null && !precondition) throw new ApiError("bad_request", "This operation does not honour If-Match");
  if (sent !== null) return parseIfMatch(sent);
  if (precondition !== "required") return null;
  throw new ApiError("precondition_required", "If-Match is required: send the ETag of the version that you have read");
}
