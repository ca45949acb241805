import "server-only";
import { ApiError } from "../http/errors";
import type { Incoming } from "../http/message";
import { settings } from "../settings";

/**
 * Refuses what a page of another site sends: browsers name the page's origin with every POST. The host has to be ours;
 * which scheme it is reached by, only a proxy in front of us may know.
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

/** The refusal of another site's page. Somebody may have opened our own page at another address than the site's. */
export function foreignPage(): ApiError {
  const { SITE_URL } = settings();
  const message =
    SITE_URL === undefined
      ? "Signing in works from the site's own pages alone."
      : `Signing in works at ${SITE_URL} alone. Open the page there.`;
  return new ApiError("forbidden", message);
}
