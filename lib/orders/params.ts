import { toParameters } from "../http/query-string";
import { parseInt64 } from "../values/schemas";
import { MAX_SEARCH_LENGTH } from "../values/search-length";
import { ORDER_STATUSES, type OrderStatus } from "./status";

export type OrdersParams = {
  q?: string | undefined;
  status: OrderStatus;
  petId?: string | undefined;
  cursor?: string | undefined;
};

export const NO_DAY = "no-day";

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

export function adoptionsHref({ q, status = "open", petId, cursor }: Partial<OrdersParams>): string {
  const search = toParameters({ q, status: status !== "open" && status, petId, cursor });
  return search.size > 0 ? `/staff/adoptions?${search}` : "/staff/adoptions";
}
