/** Of every list that is paged by its `Link` header. */
export const PAGING = {
  limit: "How many entries a page has at most.",
  cursor:
    "Where the page begins: part of the URLs in the `Link` header, never made by hand. It stays valid forever, also with another `limit` or filter. With another `sort` it gets 400.",
};
