import "server-only";
import { ApiError } from "../http/errors";
import type { Incoming } from "../http/message";
import { settings } from "../process/settings";
import { foreignPage } from "./refusals";

const NO_ORIGIN = "Send the Origin header of the site's own pages.";

/**
 * Refuses requests from pages of other sites, by the origin that browsers send with every POST. Without SITE_URL only
 * the host has to match, because the scheme may be known only to a proxy. Where the origin is missing, Sec-Fetch-Site
 * may say whether the page is our own (Fetch Metadata, 2.3). A request with neither is refused if it has cookies;
 * without cookies, it does not come from a signed-in browser.
 * @throws ApiError forbidden
 */
export function requireOwnPage({ host, header }: Incoming): void {
  const origin = header("origin");
  if (origin === null) {
    const site = header("sec-fetch-site");
    if (site === null && header("cookie") !== null) throw new ApiError("forbidden", NO_ORIGIN);
    if (site !== null && site !== "same-origin" && site !== "none") throw foreignPage();
    return;
  }
  const { SITE_URL } = settings();
  const ownOrigins =
    SITE_URL === undefined ? ["http", "https"].map((scheme) => `${scheme}://${host?.toLowerCase()}`) : [SITE_URL];
  if (!ownOrigins.includes(origin)) throw foreignPage();
}
