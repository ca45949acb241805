/** The Cache-Control that Next.js sends with every page it renders on request, whatever the page. */
export const NEXT_CACHE_CONTROL = "private, no-cache, no-store, max-age=0, must-revalidate";

/**
 * Returns the Cache-Control of a page of Next.js: `standard` instead of the one that Next.js sends with every page. Any
 * other value stays. Caches may never keep an error.
 */
export function cacheControlOf(status: number, given: unknown, standard: string): string | undefined {
  if (given === NEXT_CACHE_CONTROL) return standard;
  const text = given === undefined ? undefined : String(given);
  if (status >= 400 && (text === undefined || /\b(?:public|s-maxage|max-age)\b/i.test(text))) return "no-store";
  return text;
}
