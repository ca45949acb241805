import { BoundedMap } from "@/lib/bounded-map";

/** How a body may be encoded on its way. */
export type Encoding = "br" | "gzip" | "identity";

/** Longer headers are read anew each time: browsers send short ones, and few different ones. */
const MAX_KNOWN_LENGTH = 100;
const known = new BoundedMap<string, Encoding>(200);

/** The best encoding that a client takes, by its Accept-Encoding header (RFC 9110, 12.5.3). */
export function encodingFor(accepted: string | string[] | undefined): Encoding {
  const text = String(accepted ?? "");
  const found = known.get(text);
  if (found !== undefined) return found;
  const takes = (name: string) =>
    new RegExp(`(^|[,\\s])${name}\\s*(,|$|;(?!\\s*q=0(\\.0*)?\\s*(,|$)))`, "i").test(text);
  const best = takes("br") ? "br" : takes("gzip") ? "gzip" : "identity";
  if (text.length <= MAX_KNOWN_LENGTH) known.set(text, best);
  return best;
}
