import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import type { ChangesPage } from "@/lib/audit/client";
import { Button } from "../ui/button";
import { Loaded } from "../ui/load-problem";
import { Notice } from "../ui/panel";
import { Table } from "../ui/table";
import { Ago, Minute } from "../ui/time";
import { useChangesFilter } from "./change-filters";

type Props<Entry> = {
  query: UseInfiniteQueryResult<InfiniteData<ChangesPage<Entry>>>;
  children(entries: readonly Entry[]): ReactNode;
};

export function ChangeList<Entry>({ query, children }: Props<Entry>) {
  const { isFiltered, clear } = useChangesFilter();
  const { hasNextPage, isFetching, fetchNextPage } = query;
  const list = useRef<HTMLElement>(null);
  const readOlder = async () => {
    if (isFetching) return;
    const read = await fetchNextPage();
    // After the last page the button disappears, and would take the focus with it.
    if (!read.hasNextPage) list.current?.focus();
  };
  return (
    <Loaded what="The changes" query={query}>
      {({ pages }) => {
        const entries = pages.flatMap((page) => page.entries);
        if (entries.length === 0) return <Nothing />;
        return (
          <section ref={list} tabIndex={-1} aria-label="Changes" aria-busy={isFetching} className="grid gap-3">
            <div className="flex flex-wrap items-center gap-x-3">
              <p className="text-soft" role="status">
                {headlineOf(entries.length, hasNextPage, isFiltered)}
              </p>
              {isFiltered && (
                <Button look="link" className="-mx-3 -my-2.5" onClick={clear}>
                  Clear filters
                </Button>
              )}
            </div>
            {children(entries)}
            {hasNextPage && (
              <Button look="quiet" className="justify-self-start" busy={isFetching} onClick={readOlder}>
                {isFetching ? "Loading…" : "Older entries"}
              </Button>
            )}
          </section>
        );
      }}
    </Loaded>
  );
}

function headlineOf(count: number, isMore: boolean, isFiltered: boolean): string {
  const words = `${count.toLocaleString("en")} ${count === 1 ? "entry" : "entries"}`;
  return `${isMore ? `The latest ${words}` : words}${isFiltered ? (count === 1 && !isMore ? " that matches" : " that match") : ""}`;
}

function Nothing() {
  const { isFiltered, clear } = useChangesFilter();
  if (!isFiltered) return <Notice>Nothing yet.</Notice>;
  return (
    <Notice>
      <p>No change matches these filters.</p>
      <Button onClick={clear}>Clear filters</Button>
    </Notice>
  );
}

/** The columns have the same widths in every list. */
const widths = "md:[&_table]:table-fixed md:[&_th:first-child]:w-44 md:[&_th:nth-child(2)]:w-48";

export function ChangeTable({ children }: { children: ReactNode }) {
  return (
    <Table sticky className={widths} names={["When", "Who", "What"]}>
      {children}
    </Table>
  );
}

export function ChangeRow({ at, who, children }: { at: string; who: ReactNode; children: ReactNode }) {
  return (
    <tr>
      <td className="text-soft max-md:order-last max-md:text-sm">
        <span>
          <Minute iso={at} />
          <span className="md:hidden">,</span>{" "}
          <span className="text-sm md:block">
            <Ago iso={at} />
          </span>
        </span>
      </td>
      <td className="wrap-anywhere max-md:font-semibold">
        <div className="min-w-0">{who}</div>
      </td>
      <td className="wrap-anywhere max-md:flex-col max-md:gap-0!">{children}</td>
    </tr>
  );
}
