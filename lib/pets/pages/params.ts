/** The query parameters of a page URL, as Next.js passes them; any may be missing or repeated. */
export type SearchParams = Record<string, string | string[] | undefined>;
