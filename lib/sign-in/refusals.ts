import "server-only";
import { ApiError } from "../http/errors";
import { settings } from "../process/settings";

/** Makes the refusal for a status of Better Auth that the caller does not handle. */
export function authRefusal(status: number): ApiError {
  if (status === 401) return new ApiError("unauthorized", "You are not signed in.");
  if (status < 500) return new ApiError("bad_request", "That did not work. Check what you typed and try again.");
  return new ApiError("unavailable", "The service is not available right now. Please try again.");
}

/** Makes the refusal for a page of another site, or for our own page at an origin other than SITE_URL. */
export function foreignPage(): ApiError {
  const { SITE_URL } = settings();
  const message =
    SITE_URL === undefined
      ? "You can sign in only on the site's own pages."
      : `You can sign in only at ${SITE_URL}. Open the page there.`;
  return new ApiError("forbidden", message);
}
