/**
 * The parameters whose names are members of `names`, in their order (URL standard, 5.1), in linear time.
 * URLSearchParams searches the rest of the query for the `=` of each.
 */
export function pairsOf(search: string, names: object): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let start = 0; start < search.length; ) {
    const separator = search.indexOf("&", start);
    const end = separator === -1 ? search.length : separator;
    const pair = pairOf(search.slice(start, end));
    if (Object.hasOwn(names, pair[0])) pairs.push(pair);
    start = end + 1;
  }
  return pairs;
}

/** Most need no decoding. */
function pairOf(text: string): [name: string, value: string] {
  if (text.includes("%") || text.includes("+")) return [...new URLSearchParams(`?${text}`)][0] ?? ["", ""];
  const equals = text.indexOf("=");
  return equals === -1 ? [text, ""] : [text.slice(0, equals), text.slice(equals + 1)];
}

/** Values that need no escaping. */
const PLAIN = /^[\w.-]*$/;

/**
 * The Link header of a page (RFC 8288). `path` is an absolute URL without a query; `given` holds only parameters that
 * the operation knows, so unknown ones are not echoed.
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

/** The cursors of the neighbouring pages. */
export function parsePageLinks(header: string | null): { next: string | null; prev: string | null } {
  const cursor = (rel: string) => {
    const target = new RegExp(`<([^<>]*)>; rel="${rel}"`).exec(header ?? "")?.[1];
    return target ? new URL(target).searchParams.get("cursor") : null;
  };
  return { next: cursor("next"), prev: cursor("prev") };
}

/** Returns the values that are given as parameters of a URL. Lists are separated by commas. */
export function toParameters(
  values: Readonly<Record<string, string | number | bigint | boolean | readonly string[] | null | undefined>>,
): URLSearchParams {
  const given = Object.entries(values).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return new URLSearchParams(given);
}
