import "server-only";
import type { Incoming } from "../http/message";
import { settings } from "../settings";
import { foreignPage } from "./refusals";

/**
 * Refuses requests from pages of other sites: browsers send the page's origin with every POST. Without SITE_URL only
 * the host has to match, because the scheme may be known only to a proxy.
 * @throws ApiError forbidden
 */
export function requireOwnPage({ host, header }: Incoming): void {
  const origin = header("origin");
  if (origin === null) return;
  const { SITE_URL } = settings();
  const own =
    SITE_URL === undefined ? ["http", "https"].map((scheme) => `${scheme}://${host?.toLowerCase()}`) : [SITE_URL];
  if (!own.includes(origin)) throw foreignPage();
}
