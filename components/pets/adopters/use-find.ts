"use client";

import { useSearchParams } from "next/navigation";
import { type ChangeEvent, type FormEvent, type MouseEvent, useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "@/lib/http/errors";
import type { CardsPage } from "@/lib/pets/adopters/card";
import { filtersHref, type PetFilters, parseFilters } from "@/lib/pets/adopters/filters";
import type { FirstPage } from "@/lib/pets/adopters/first-page";
import { isPlainClick } from "../../ui/link";
import { focusListHeading } from "../../ui/list-heading";
import { useProgress } from "../../ui/progress-bar";

type Calls = typeof import("@/lib/pets/adopters/calls");

/** Reads pages through the API. Loaded when a visitor first uses a filter. */
let calls: Calls | null = null;

async function loadCalls(): Promise<Calls> {
  calls ??= await import("@/lib/pets/adopters/calls");
  return calls;
}

/** The page of the list that is shown, or why it could not be read. */
type View = { filters: PetFilters; page: CardsPage | null; problem: "invalid" | Error | null };

/** The page that the server rendered, and its filters. */
export type First = FirstPage & { filters: PetFilters };

const UNAVAILABLE = new ApiError("unavailable", "The service is not available right now");

/**
 * The list of animals that the URL names, and the means to change it. Links and forms are real. Without JavaScript they
 * load another page. With it they change the URL, and the animals come through the API. `shown` is the page on the
 * screen: while another one loads, it is still the previous one.
 */
export function useFind(first: First) {
  const [filters, setFilters] = useUrlFilters();
  const href = filtersHref(filters);
  const { shown, isAsking, read } = usePage(first, filters);
  const isSettled = filtersHref(shown.filters) === href;
  useProgress(!isSettled || isAsking);

  /** Set when reading should continue at the heading. It is a new object each time, so that the effect runs again. */
  const [followed, setFollowed] = useState<{ isDone: boolean } | null>(null);
  useEffect(() => {
    if (!isSettled || !followed || followed.isDone) return;
    followed.isDone = true;
    focusListHeading();
  }, [isSettled, followed]);

  const go = (target: PetFilters, { isQuiet = false, replaces = false } = {}) => {
    const next = filtersHref(target);
    const { pathname, search } = window.location;
    setFollowed(isQuiet ? null : { isDone: false });
    // The page is already shown, so it must not become another entry in the history.
    if (pathname + search === next) return;
    setFilters(target);
    window.history[replaces ? "replaceState" : "pushState"](null, "", next);
  };
  /** Returns the attributes of a link to other filters. After following a quiet one, the focus stays on it. */
  const linkTo = (target: PetFilters, { isQuiet = false } = {}) => ({
    href: filtersHref(target),
    onPointerEnter: () => void loadCalls(),
    onFocus: () => void loadCalls(),
    onPointerDown: () => prefetch(target),
    onClick: (event: MouseEvent) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      go(target, { isQuiet });
    },
  });
  /** Applies a control of the form, which keeps the focus. */
  const onChange = ({ currentTarget: { form } }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
    if (form) go(parseFilters(new FormData(form)), { isQuiet: true });
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    go(parseFilters(new FormData(event.currentTarget)));
  };
  return { filters, shown, isSettled, go, linkTo, onChange, onSubmit, onRetry: () => read(filters) };
}

export type Find = ReturnType<typeof useFind>;

/** Reads a page that is likely to be wanted next. */
export function prefetch(filters: PetFilters): void {
  loadCalls().then(
    ({ prefetchCards }) => prefetchCards(filters),
    () => {},
  );
}

/** The filters in the URL. A choice applies immediately, before Next.js reports the new URL. */
function useUrlFilters(): [PetFilters, (next: PetFilters) => void] {
  const search = useSearchParams().toString();
  const [seen, setSeen] = useState(search);
  const [filters, setFilters] = useState(() => parseFilters(new URLSearchParams(search)));
  if (search !== seen) {
    setSeen(search);
    setFilters(parseFilters(new URLSearchParams(search)));
  }
  return [filters, setFilters];
}

/** Server-rendered pages that were already shown. When one returns from the history, it may be outdated. */
const seenPages = new WeakSet<CardsPage>();

/** The page for these filters once it has loaded: the first from the server, others through the API. */
function usePage(first: First, filters: PetFilters) {
  const [serverView] = useState(() => firstView(first));
  const [isFromHistory] = useState(() => first.page !== null && seenPages.has(first.page));
  const href = filtersHref(filters);
  const isFirst = href === filtersHref(serverView.filters);
  const [shown, setShown] = useState(() =>
    isFirst ? serverView : { filters, page: calls?.recallCards(filters) ?? null, problem: null },
  );
  const [isAsking, setAsking] = useState(false);
  /** The filters that are being read. An answer for any others is dropped. */
  const asked = useRef<PetFilters | null>(null);

  /** Sets what is being read from now on, if anything, and stops reading the previous page. */
  const ask = useCallback((wanted: PetFilters | null) => {
    if (asked.current) void calls?.cancelCards(asked.current);
    asked.current = wanted;
    setAsking(wanted !== null);
  }, []);

  const read = useCallback(
    async (wanted: PetFilters, isFresh = false) => {
      ask(wanted);
      const view = await readView(wanted, isFresh);
      if (asked.current !== wanted) return;
      asked.current = null;
      setShown(view);
      setAsking(false);
    },
    [ask],
  );

  const latest = useRef(filters);
  latest.current = filters;
  const isFresh = useRef(isFromHistory);
  // The server's page is shown as it is, unless it failed or returns from the history. All others are read.
  const isServed = isFirst && !isFromHistory && serverView.problem !== UNAVAILABLE;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another URL, not for equal filters
  useEffect(() => {
    if (isServed) {
      ask(null);
      setShown(serverView);
    } else void read(latest.current, isFresh.current);
    isFresh.current = false;
    if (serverView.page) seenPages.add(serverView.page);
  }, [isServed, href, serverView, ask, read]);
  return { shown, isAsking, read };
}

function firstView({ filters, page, problem }: First): View {
  return { filters, page, problem: problem === "unavailable" ? UNAVAILABLE : problem };
}

async function readView(filters: PetFilters, isFresh: boolean): Promise<View> {
  try {
    const { readCards } = await loadCalls();
    return { filters, page: await readCards(filters, { isFresh }), problem: null };
  } catch (error) {
    const isInvalid = error instanceof ApiError && error.status === 400;
    return { filters, page: null, problem: isInvalid ? "invalid" : error instanceof Error ? error : UNAVAILABLE };
  }
}
