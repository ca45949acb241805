/** How a body may be encoded on its way. */
export type Encoding = "br" | "gzip" | "identity";

/** The best encoding that a client takes, by its Accept-Encoding header (RFC 9110, 12.5.3). */
export function encodingFor(accepted: string | string[] | undefined): Encoding {
  const text = String(accepted ?? "");
  const takes = (name: string) =>
    new RegExp(`(^|[,\\s])${name}\\s*(,|$|;(?!\\s*q=0(\\.0*)?\\s*(,|$)))`, "i").test(text);
  return takes("br") ? "br" : takes("gzip") ? "gzip" : "identity";
}
