/**
 * The Link header of a page (RFC 8288): absolute URLs that keep the request's other parameters.
 */
export function pageLinks(url: URL, { next, prev }: { next: string | null; prev: string | null }): string {
  const link = (rel: string, cursor: string | null) => {
    const target = new URL(url);
    target.searchParams.delete("cursor");
    if (cursor !== null) target.searchParams.set("cursor", cursor);
    return `<${target.href}>; rel="${rel}"`;
  };
  return [
    ...(next === null ? [] : [link("next", next)]),
    ...(prev === null ? [] : [link("prev", prev)]),
    link("first", null),
  ].join(", ");
}

/** Reads the cursors of the neighbouring pages out of a Link header. */
export function parsePageLinks(header: string | null): { next: string | null; prev: string | null } {
  const cursor = (rel: string) => {
    const target = new RegExp(`<([^>]*)>; rel="${rel}"`).exec(header ?? "")?.[1];
    return target ? new URL(target).searchParams.get("cursor") : null;
  };
  return { next: cursor("next"), prev: cursor("prev") };
}
