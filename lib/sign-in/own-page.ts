import "server-only";
import { ApiError } from "../http/errors";
import type { Incoming } from "../http/message";
import { settings } from "../process/settings";

const NO_ORIGIN = "Send the Origin header of the site's own pages.";

/**
 * Whether a page of another site sent a request. Browsers say so themselves where the site has HTTPS (Fetch Metadata,
 * 2.3), and name the origin of the page with every POST and every request to another site. Without SITE_URL only the
 * host of the origin has to match, because the scheme may be known only to a proxy.
 */
export function isForeignPage({ host, header }: Pick<Incoming, "host" | "header">): boolean {
  const [origin, site] = [header("origin"), header("sec-fetch-site")];
  if (site === "same-origin") return false;
  if (origin === null) return site !== null && site !== "none";
  const { SITE_URL } = settings();
  const ownOrigins =
    SITE_URL === undefined ? ["http", "https"].map((scheme) => `${scheme}://${host?.toLowerCase()}`) : [SITE_URL];
  return !ownOrigins.includes(origin);
}

/**
 * Refuses requests from pages of other sites. A request that does not say where it comes from is refused if it has
 * cookies; without cookies, it does not come from a signed-in browser.
 * @throws ApiError forbidden
 */
export function requireOwnPage(request: Incoming): void {
  const isSilent = request.header("origin") === null && request.header("sec-fetch-site") === null;
  if (isSilent && request.header("cookie") !== null) throw new ApiError("forbidden", NO_ORIGIN);
  if (!isForeignPage(request)) return;
  const { SITE_URL: site } = settings();
  const where = site === undefined ? "on the site's own pages" : `at ${site}. Open the page there`;
  throw new ApiError("forbidden", `You can sign in only ${where}.`);
}
