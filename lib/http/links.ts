/** What may stand in a URL inside a Link header as it is (RFC 3986, "query", without `'` and quotes). */
const PLAIN = /^[\w\-.~!$&()*+,;=:@/?%]*$/;

/**
 * The Link header of a page (RFC 8288): absolute URLs that keep the request's other parameters.
 * `path` is an absolute URL without a query, `search` the query as it was sent.
 */
export function pageLinks(
  path: string,
  search: string,
  { next, prev }: { next: string | null; prev: string | null },
): string {
  const kept = withoutCursor(search);
  const first = kept === "" ? path : `${path}?${kept}`;
  // A cursor is base64url: nothing in it has to be escaped.
  const start = kept === "" ? `${path}?cursor=` : `${path}?${kept}&cursor=`;
  return (
    (next === null ? "" : `<${start}${next}>; rel="next", `) +
    (prev === null ? "" : `<${start}${prev}>; rel="prev", `) +
    `<${first}>; rel="first"`
  );
}

function withoutCursor(search: string): string {
  if (PLAIN.test(search) && !search.includes("%")) {
    if (!search.includes("cursor")) return search;
    return search
      .split("&")
      .filter((pair) => pair !== "cursor" && !pair.startsWith("cursor="))
      .join("&");
  }
  const parameters = new URLSearchParams(search);
  parameters.delete("cursor");
  return parameters.toString();
}

/** Reads the cursors of the neighbouring pages out of a Link header. */
export function parsePageLinks(header: string | null): { next: string | null; prev: string | null } {
  const cursor = (rel: string) => {
    const target = new RegExp(`<([^>]*)>; rel="${rel}"`).exec(header ?? "")?.[1];
    return target ? new URL(target).searchParams.get("cursor") : null;
  };
  return { next: cursor("next"), prev: cursor("prev") };
}
