"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useRef } from "react";
import { adoptersQuery } from "@/lib/applications/queries";
import type { OrdersPage } from "@/lib/orders/calls";
import { ordersQuery } from "@/lib/orders/queries";
import { ORDER_STATUSES, type OrderStatus } from "@/lib/orders/status";
import { idsOf, petsByIdQuery } from "@/lib/pets/queries";
import { ButtonLink } from "../ui/button";
import { LIST_HEADING } from "../ui/list-heading";
import { FilterLinks, PageLinks } from "../ui/list-links";
import { Loaded } from "../ui/loaded";
import { LoadingRows } from "../ui/loading";
import { Notice } from "../ui/panel";
import { useProgress } from "../ui/progress-bar";
import { AdoptionRow } from "./adoption-row";

/** The texts for people for each status of an adoption. */
const WORDS: Readonly<Record<OrderStatus, { label: string; kind: string; none: string }>> = {
  open: {
    label: "Open",
    kind: "open adoptions",
    none: "No adoption is open. One opens when you approve an application, or start it here.",
  },
  completed: { label: "Adopted", kind: "completed adoptions", none: "No adoption is completed yet." },
  returned: { label: "Came back", kind: "returns", none: "No animal has come back." },
  cancelled: { label: "Cancelled", kind: "cancelled adoptions", none: "No adoption was cancelled." },
};

/** The adoptions of the shelter by status, newest first. */
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
          label: WORDS[one].label,
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
  if (next !== null || prev !== null || hasCursor) return `${orders.length} ${kind} on this page`;
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
        {orders.map((order, index) => (
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

/** The row that took the place of the one at this index, or else the last row. */
const rowAt = (list: HTMLElement | null, index: number) =>
  [...(list?.querySelectorAll<HTMLElement>("[data-part=adoption]") ?? [])].slice(0, index + 1).at(-1);

type RowsProps = { page: OrdersPage; status: OrderStatus; isFirst: boolean };

function hrefOf(status: OrderStatus, cursor?: string): string {
  const search = new URLSearchParams({ ...(status !== "open" && { status }), ...(cursor && { cursor }) });
  return search.size > 0 ? `/staff/adoptions?${search}` : "/staff/adoptions";
}
