"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useRef } from "react";
import { adoptersQuery } from "@/lib/applications/queries";
import type { OrdersPage } from "@/lib/orders/calls";
import { ordersQuery } from "@/lib/orders/queries";
import type { ListedOrder } from "@/lib/orders/schema";
import { ORDER_STATUSES, type OrderStatus } from "@/lib/orders/status";
import { ORDER_LABELS } from "@/lib/orders/words";
import { idsOf, petsByIdQuery } from "@/lib/pets/queries";
import { ButtonLink } from "../ui/button";
import { LIST_HEADING } from "../ui/list-heading";
import { FilterLinks, PageLinks } from "../ui/list-links";
import { Loaded } from "../ui/loaded";
import { LoadingRows } from "../ui/loading";
import { Notice } from "../ui/panel";
import { useProgress } from "../ui/progress-bar";
import { AdoptionRow } from "./adoption-row";

/** How the list is called for each status, and what it says when it is empty. */
const WORDS: Readonly<Record<OrderStatus, { kind: string; none: string }>> = {
  open: {
    kind: "open adoptions",
    none: "No adoption is open. One opens when you approve an application, or start it here.",
  },
  completed: { kind: "completed adoptions", none: "No adoption is completed yet." },
  returned: { kind: "returns", none: "No animal has come back." },
  cancelled: { kind: "cancelled adoptions", none: "No adoption was cancelled." },
};

/**
 * The adoptions of the shelter by status. Pages are in the order in which adoptions were opened. Within a page, adoptions
 * that are over are in the order of the date that they show.
 */
export function Adoptions() {
  const search = useSearchParams();
  const status = ORDER_STATUSES.find((known) => known === search.get("status")) ?? "open";
  const cursor = search.get("cursor") ?? undefined;
  const query = useQuery(ordersQuery({ status, ...(cursor && { cursor }) }));
  useProgress(query.isPlaceholderData);
  return (
    <>
      <FilterLinks
        label="Filter by status"
        choices={ORDER_STATUSES.map((one) => ({
          label: ORDER_LABELS[one],
          href: hrefOf(one),
          isCurrent: one === status,
        }))}
      />
      <Loaded what="The adoptions" query={query} loading={<LoadingRows />}>
        {(page) => (
          <section aria-labelledby={LIST_HEADING} aria-busy={query.isPlaceholderData}>
            <h2 id={LIST_HEADING} tabIndex={-1} className="mb-3">
              {titleOf(page, status, cursor !== undefined)}
            </h2>
            <Rows page={page} status={status} isFirst={cursor === undefined} />
          </section>
        )}
      </Loaded>
    </>
  );
}

function titleOf({ orders, next, prev }: OrdersPage, status: OrderStatus, hasCursor: boolean): string {
  const { kind } = WORDS[status];
  if (next !== null || prev !== null || hasCursor) {
    return `${orders.length} ${kind} on this page${status === "open" ? "" : ", latest first"}`;
  }
  return `${orders.length === 0 ? "No" : orders.length} ${orders.length === 1 ? kind.replace(/s$/, "") : kind}`;
}

function Rows({ page: { orders, next, prev }, status, isFirst }: RowsProps) {
  const pets = useQuery(petsByIdQuery(idsOf(orders.map(({ petId }) => petId)))).data;
  const list = useRef<HTMLUListElement>(null);
  const adopters = useQuery(adoptersQuery(idsOf(orders.map(({ id }) => id)))).data;
  if (orders.length === 0) {
    return (
      <Notice>
        <p>{isFirst ? WORDS[status].none : "There are no more."}</p>
        {status === "open" && (
          <ButtonLink look="quiet" href="/staff/applications">
            See applications
          </ButtonLink>
        )}
      </Notice>
    );
  }
  const at = (cursor: string | null) => cursor && hrefOf(status, cursor);
  return (
    <>
      <ul ref={list} className="overflow-hidden rounded-card border border-line bg-panel shadow-card">
        {(status === "open" ? orders : latestFirst(orders)).map((order, index) => (
          <AdoptionRow
            key={String(order.id)}
            order={order}
            pet={pets?.find(({ id }) => id === order.petId)}
            adopter={adopters && (adopters.find(({ orderId }) => orderId === order.id) ?? null)}
            next={() => rowAt(list.current, index) ?? document.getElementById(LIST_HEADING)}
          />
        ))}
      </ul>
      <PageLinks first={hrefOf(status)} prev={at(prev)} next={at(next)} isFirst={isFirst} />
    </>
  );
}

/** Sorted by when they got their status. The others, from before this was recorded, are last. */
function latestFirst(orders: readonly ListedOrder[]): ListedOrder[] {
  const time = ({ dates }: ListedOrder) => (dates?.changedAt ? Date.parse(dates.changedAt) : 0);
  return orders.toSorted((one, other) => time(other) - time(one));
}

/** Returns the row that took the place of the one at this index, or else the last row. */
const rowAt = (list: HTMLElement | null, index: number) =>
  [...(list?.querySelectorAll<HTMLElement>("[data-part=adoption]") ?? [])].slice(0, index + 1).at(-1);

type RowsProps = { page: OrdersPage; status: OrderStatus; isFirst: boolean };

function hrefOf(status: OrderStatus, cursor?: string): string {
  const search = new URLSearchParams({ ...(status !== "open" && { status }), ...(cursor && { cursor }) });
  return search.size > 0 ? `/staff/adoptions?${search}` : "/staff/adoptions";
}
