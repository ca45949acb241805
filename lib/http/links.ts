/** Values that need no escaping in a query. */
const PLAIN = /^[\w.-]*$/;

/**
 * Returns the Link header of a page of a list (RFC 8288). Its absolute URLs keep the other parameters of the request,
 * in one canonical encoding. `path` is an absolute URL without a query. `given` holds only parameters that the
 * operation knows, so unknown ones are not echoed.
 */
export function pageLinks(
  path: string,
  given: Readonly<Record<string, string>>,
  { next, prev }: { next: string | null; prev: string | null },
): string {
  let first = path;
  for (const [name, value] of Object.entries(given)) {
    if (name === "cursor") continue;
    first +=
      (first === path ? "?" : "&") + (PLAIN.test(value) ? `${name}=${value}` : new URLSearchParams([[name, value]]));
  }
  // A cursor is base64url, which needs no escaping.
  const start = `${first}${first === path ? "?" : "&"}cursor=`;
  return (
    (next === null ? "" : `<${start}${next}>; rel="next", `) +
    (prev === null ? "" : `<${start}${prev}>; rel="prev", `) +
    `<${first}>; rel="first"`
  );
}

/** Reads the cursors of the neighbouring pages from a Link header. */
export function parsePageLinks(header: string | null): { next: string | null; prev: string | null } {
  const cursor = (rel: string) => {
    const target = new RegExp(`<([^<>]*)>; rel="${rel}"`).exec(header ?? "")?.[1];
    return target ? new URL(target).searchParams.get("cursor") : null;
  };
  return { next: cursor("next"), prev: cursor("prev") };
}
