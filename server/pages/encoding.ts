import { LruMap } from "@/lib/concurrency/lru-map";

/** The content codings that we send. */
export type Encoding = "br" | "gzip" | "identity";

/** Longer headers are not cached. Browsers send a few short ones. */
const MAX_CACHED_LENGTH = 100;
const cache = new LruMap<string, Encoding>(200);

/** Returns the best content coding that a client accepts, by its Accept-Encoding header (RFC 9110, section 12.5.3). */
export function encodingFor(accepted: string | string[] | undefined): Encoding {
  const text = String(accepted ?? "");
  const cached = cache.get(text);
  if (cached !== undefined) return cached;
  const takes = (name: string) =>
    new RegExp(`(^|[,\\s])${name}\\s*(,|$|;(?!\\s*q=0(\\.0*)?\\s*(,|$)))`, "i").test(text);
  const best = takes("br") ? "br" : takes("gzip") ? "gzip" : "identity";
  if (text.length <= MAX_CACHED_LENGTH) cache.set(text, best);
  return best;
}
