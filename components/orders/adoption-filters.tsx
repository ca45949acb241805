import { useQueries, useQuery } from "@tanstack/react-query";
import type { Ref } from "react";
import { adoptionsHref } from "@/lib/orders/adoptions-url";
import type { OrdersParams } from "@/lib/orders/calls";
import { ordersQuery } from "@/lib/orders/queries";
import { ORDER_STATUSES, type OrderStatus } from "@/lib/orders/status";
import { ORDER_LABELS } from "@/lib/orders/words";
import { overviewQuery } from "@/lib/overview/queries";
import { type BoundedCount, countWords } from "@/lib/values/counts";
import { MAX_SEARCH_LENGTH } from "@/lib/values/search-length";
import { SearchInput } from "../ui/forms/search-input";
import { FilterLinks } from "../ui/lists/list-links";

type Props = { params: OrdersParams; search: Ref<HTMLInputElement> };

/** The search and the filters of the adoptions. */
export function AdoptionFilters({ params, search }: Props) {
  const { q, status, petId } = params;
  const counts = useCounts(params);
  // Only a new filter adds an entry to the history.
  const setSearch = (text: string) => window.history.replaceState(null, "", adoptionsHref({ q: text, status, petId }));
  return (
    <div className="grid gap-3">
      <search className="flex">
        <SearchInput
          ref={search}
          aria-keyshortcuts="/"
          className="min-w-0 flex-1 text-ellipsis placeholder:text-ellipsis"
          label="Search animals and adopters"
          maxLength={MAX_SEARCH_LENGTH}
          q={q ?? ""}
          onSearch={setSearch}
        />
      </search>
      <FilterLinks
        label="Filter by status"
        choices={ORDER_STATUSES.map((one) => ({
          label: ORDER_LABELS[one],
          href: adoptionsHref({ q, status: one, petId }),
          count: counts[one] && countWords(counts[one]),
          isCurrent: one === status,
        }))}
      />
    </div>
  );
}

type Counts = Partial<Record<OrderStatus, BoundedCount>>;

/** Returns how many adoptions each status has, where known. A search counts up to a page. */
function useCounts({ q, petId }: OrdersParams): Counts {
  const all = useQuery(overviewQuery()).data?.orders;
  const found = useQueries({
    queries: ORDER_STATUSES.map((status) => ({
      ...ordersQuery({ ...(q && { q }), status, ...(petId && { petId }) }),
      enabled: q !== undefined,
    })),
    combine: (results) => results.map(({ data, isPlaceholderData }) => (isPlaceholderData ? undefined : data)),
  });
  if (q === undefined) return petId === undefined ? (all ?? {}) : {};
  const counted = ORDER_STATUSES.flatMap((status, index) => {
    const page = found[index];
    return page ? [[status, { count: page.orders.length, more: page.next !== null }]] : [];
  });
  return Object.fromEntries(counted);
}
