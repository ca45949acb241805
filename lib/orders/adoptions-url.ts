import { parseInt64 } from "../values/int64";
import { MAX_SEARCH_LENGTH } from "../values/search-length";
import type { OrdersParams } from "./calls";
import { ORDER_STATUSES } from "./status";

/** The URL fragment of the open adoptions without a day. */
export const NO_DAY = "no-day";

/** Reads the parameters of a page of adoptions from the query; ignores invalid values. */
export function readAdoptionsParams(search: URLSearchParams): OrdersParams {
  const petId = search.get("petId");
  const q = search.get("q")?.trim();
  const cursor = search.get("cursor");
  return {
    status: ORDER_STATUSES.find((known) => known === search.get("status")) ?? "open",
    ...(q && [...q].length <= MAX_SEARCH_LENGTH && { q }),
    ...(petId && parseInt64(petId) !== null && { petId }),
    ...(cursor && { cursor }),
  };
}

/** Returns the URL of a page of adoptions: by default, of those that are open. */
export function adoptionsHref({ q, status = "open", petId, cursor }: Partial<OrdersParams>): string {
  const search = new URLSearchParams({
    ...(q && { q }),
    ...(status !== "open" && { status }),
    ...(petId && { petId }),
    ...(cursor && { cursor }),
  });
  return search.size > 0 ? `/staff/adoptions?${search}` : "/staff/adoptions";
}
