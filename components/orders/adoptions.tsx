"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { adoptersQuery } from "@/lib/applications/client";
import { type OrdersPage, ordersQuery } from "@/lib/orders/client";
import { dayHeading, sortTimeOf } from "@/lib/orders/hand-over";
import { adoptionsHref, NO_DAY, type OrdersParams, readAdoptionsParams } from "@/lib/orders/params";
import type { Order } from "@/lib/orders/schema";
import { ORDER_LABELS, ORDER_STATUSES, type OrderStatus } from "@/lib/orders/status";
import { overviewQuery } from "@/lib/overview/client";
import { idsOf, petsByIdQuery } from "@/lib/pets/client";
import { MAX_SEARCH_LENGTH } from "@/lib/values/search-length";
import { countWords } from "@/lib/values/words";
import { LIST_HEADING } from "../ui/browser";
import { ButtonLink } from "../ui/button";
import { useListKeys } from "../ui/hooks";
import { KeyboardSheet, type KeyGroups } from "../ui/keyboard-sheet";
import { Link } from "../ui/link";
import { FilterLinks, PageLinks } from "../ui/list-links";
import { SearchInput } from "../ui/list-search";
import { Loaded } from "../ui/load-problem";
import { PageHead } from "../ui/page-head";
import { Notice } from "../ui/panel";
import { useProgress } from "../ui/progress-bar";
import { AdopterSheet } from "./adopter-sheet";
import { AdoptionRow } from "./adoption-row";
import { AdoptionStart } from "./adoption-start";

type Props = { params: OrdersParams; search: Ref<HTMLInputElement> };

function AdoptionFilters({ params, search }: Props) {
  const { q, status, petId } = params;
  const { data } = useQuery(overviewQuery());
  // They cover all adoptions, so a search shows none.
  const counts = q === undefined && petId === undefined ? data?.orders : undefined;
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
          count: counts && countWords(counts[one]),
          isCurrent: one === status,
        }))}
      />
    </div>
  );
}

const WORDS: Readonly<Record<OrderStatus, { one: string; many: string; none: string }>> = {
  open: {
    one: "open adoption",
    many: "open adoptions",
    none: "No adoption is open. Approve an application, or start an adoption here.",
  },
  completed: { one: "completed adoption", many: "completed adoptions", none: "No adoption has been completed yet." },
  returned: { one: "return", many: "returns", none: "No animal has come back yet." },
  cancelled: { one: "cancelled adoption", many: "cancelled adoptions", none: "No adoption was cancelled." },
};

const KEYS: KeyGroups = {
  "In the list": [
    ["↑ ↓, j k", "move from adoption to adoption"],
    ["Enter", "open the animal"],
    ["/", "search"],
    ["?", "this list"],
  ],
};

/** The adoptions by status: open ones by their hand-over, those that are over by when they ended, latest first. */
export function Adoptions() {
  const params = readAdoptionsParams(useSearchParams());
  const { q, status, petId } = params;
  const query = useQuery(ordersQuery(params));
  useProgress(query.isPlaceholderData);
  const search = useRef<HTMLInputElement>(null);
  const keys = useListKeys(search);
  return (
    <>
      <PageHead title="Adoptions">
        <AdoptionStart />
      </PageHead>
      <AdoptionFilters params={params} search={search} />
      {petId !== undefined && (
        <p>
          Only for one animal. <Link href={adoptionsHref({ q, status })}>Show all animals</Link>
        </p>
      )}
      <Loaded what="The adoptions" query={query}>
        {(page) => (
          <section aria-labelledby={LIST_HEADING} aria-busy={query.isPlaceholderData}>
            {/* A search keeps the focus, so its results are announced. */}
            <h2 id={LIST_HEADING} tabIndex={-1} aria-live="polite" className="mb-3">
              {titleOf(page, params)}
            </h2>
            <Rows page={page} params={params} keys={keys.attributes} />
          </section>
        )}
      </Loaded>
      <KeyboardSheet keys={KEYS} {...keys.help} />
    </>
  );
}

function titleOf({ orders, next, prev }: OrdersPage, { q, status, cursor }: OrdersParams): string {
  const { one, many } = WORDS[status];
  const about = q ? ` with “${q}”` : "";
  if (next !== null || prev !== null || cursor !== undefined) {
    return `${orders.length} ${many}${about} on this page, ${status === "open" ? "next hand-over" : "latest"} first`;
  }
  return `${orders.length === 0 ? "No" : orders.length} ${orders.length === 1 ? one : many}${about}`;
}

type Keys = ReturnType<typeof useListKeys>["attributes"];

type RowsProps = { page: OrdersPage; params: OrdersParams; keys: Keys };

function Rows({ page: { orders, next, prev }, params, keys }: RowsProps) {
  const { q, status, petId, cursor } = params;
  const isFirst = cursor === undefined;
  const pets = useQuery(petsByIdQuery(idsOf(orders.map(({ petId }) => petId)))).data;
  const [recorded, setRecorded] = useState<bigint | null>(null);
  const adopters = useQuery(adoptersQuery(idsOf(orders.map(({ id }) => id)))).data;
  if (orders.length === 0 && q !== undefined) {
    return (
      <Notice>
        <p>Nothing found with this status. Choose another one above.</p>
        <ButtonLink look="quiet" href={adoptionsHref({ status, petId })}>
          Show all {WORDS[status].many}
        </ButtonLink>
      </Notice>
    );
  }
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
  const row = (order: Order, index: number) => (
    <AdoptionRow
      key={String(order.id)}
      order={order}
      isFirst={index === 0}
      onRecord={() => setRecorded(order.petId)}
      pet={pets?.find(({ id }) => id === order.petId)}
      adopter={adopters && (adopters.find(({ orderId }) => orderId === order.id) ?? null)}
      next={() => rowAt(keys.ref.current, index) ?? document.getElementById(LIST_HEADING)}
    />
  );
  const hrefAt = (place: string | null) => place && adoptionsHref({ ...params, cursor: place });
  return (
    <>
      {status === "open" ? (
        <Days keys={keys} orders={orders} row={row} />
      ) : (
        <ul className={listClass} {...keys}>
          {orders.map(row)}
        </ul>
      )}
      <PageLinks
        first={adoptionsHref({ ...params, cursor: undefined })}
        prev={hrefAt(prev)}
        next={hrefAt(next)}
        isFirst={isFirst}
      />
      {recorded !== null && <AdopterSheet petId={recorded} onClose={() => setRecorded(null)} />}
    </>
  );
}

const listClass = "overflow-hidden rounded-card border border-line bg-panel shadow-card";

type DaysProps = {
  keys: Keys;
  orders: readonly Order[];
  row(order: Order, index: number): ReactNode;
};

/** Open adoptions, with a heading for each day. All are in one list, so that a row can move to another day. */
function Days({ keys, orders, row }: DaysProps) {
  useEffect(() => {
    if (window.location.hash === `#${NO_DAY}`) document.getElementById(NO_DAY)?.scrollIntoView();
  }, []);
  const now = new Date();
  // A day alone begins in the reader's time zone. Infinity minus itself is not a number.
  const sorted = orders.toSorted((one, other) => sortTimeOf(one.shipDate) - sortTimeOf(other.shipDate) || 0);
  const days = sorted.map(({ shipDate }) => dayHeading(shipDate, now));
  return (
    <ul className={listClass} {...keys}>
      {sorted.flatMap((order, index) => [
        days[index] !== days[index - 1] && (
          <li
            key={days[index]}
            id={order.shipDate === null ? NO_DAY : undefined}
            data-part="day"
            className="scroll-mt-20 border-b border-line bg-page px-4 py-1.5"
          >
            <h3 className="text-base">{days[index]}</h3>
          </li>
        ),
        row(order, index),
      ])}
    </ul>
  );
}

/** Returns the row that took the place of the one at this index, or else the last row. */
const rowAt = (list: HTMLElement | null, index: number) =>
  [...(list?.querySelectorAll<HTMLElement>("[data-part=adoption]") ?? [])].slice(0, index + 1).at(-1);
