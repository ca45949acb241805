"use client";

import { useSearchParams } from "next/navigation";
import {
  type ChangeEvent,
  type FormEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { CardsPage } from "@/lib/pets/adopters/card";
import { factsOf, filtersHref, type PetFilters, parseFilters, without } from "@/lib/pets/adopters/filters";
import type { FirstPage } from "@/lib/pets/adopters/search-store";
import type { PetCounts } from "@/lib/pets/list/schema";
import { focusListHeading, subscribeTo } from "../../../ui/browser";
import { isPlainClick } from "../../../ui/link";
import { useProgress } from "../../../ui/progress-bar";

type Calls = typeof import("@/lib/pets/adopters/calls");

/** The code that reads pages through the API. Loaded when a visitor first uses a filter. */
let calls: Calls | null = null;

/** Loads that code, what is shown if it fails, and what keeps the focus in the filter sheet. */
async function loadCalls(): Promise<Calls> {
  if (!calls) {
    [calls] = await Promise.all([
      import("@/lib/pets/adopters/calls"),
      import("./list-problem").then(({ trapFilterFocus }) => trapFilterFocus()),
    ]);
  }
  return calls;
}

const ignore = () => {};

/** Loads the calls early, and what keeps the focus in the sheet. If that fails, they are loaded again when needed. */
export const warmUp = () => void loadCalls().catch(ignore);

type FindView = { filters: PetFilters; page: CardsPage | null; problem: "unavailable" | Error | null };

/** The page that the server rendered, its filters, and how many animals have them: null if that could not be read. */
export type First = FirstPage & { filters: PetFilters; counts: PetCounts | null };

/**
 * Links and forms are real: with JavaScript they change the URL, and the animals come through the API. `shown` is the
 * page on the screen; while another one loads, still the previous one.
 */
export function useFind(first: First) {
  const [filters, setFilters] = useUrlFilters();
  const { shown, isReading, read } = usePage(first, filters);
  const isSettled = filtersHref(shown.filters) === filtersHref(filters);
  useProgress(!isSettled || isReading);
  const understood = isSettled && filters.q !== undefined ? shown.page?.filters : undefined;
  /** What the controls show. The box shows the search as it was typed. */
  const controls: PetFilters = understood ? { ...understood, q: filters.q ?? "" } : filters;

  /** After a change by a control that must not move, the greeting above it stays as it was. */
  const [isInPlace, setInPlace] = useState(false);
  const [movesFocus, setMovesFocus] = useState(false);
  // Before the new cards are painted, so that nothing below them visibly moves.
  useLayoutEffect(() => {
    if (!isSettled || !movesFocus) return;
    focusListHeading();
    setMovesFocus(false);
  }, [isSettled, movesFocus]);

  const applyFilters = (target: PetFilters, { isQuiet = false, replaces = false } = {}) => {
    const href = filtersHref(target);
    setMovesFocus(!isQuiet);
    setInPlace(isQuiet && document.querySelector("#filters:popover-open") === null);
    // The page is already shown, so it must not add an entry to the history. Its URL may be spelled differently.
    if (filtersHref(parseFilters(new URLSearchParams(window.location.search))) === href) return;
    setFilters(target);
    window.history[replaces ? "replaceState" : "pushState"](null, "", href);
  };
  /** Returns the attributes of a link to other filters. After following a quiet one, the focus stays on it. */
  const linkTo = (target: PetFilters, { isQuiet = false } = {}) => ({
    href: filtersHref(target),
    onPointerEnter: warmUp,
    onFocus: warmUp,
    onPointerDown: () => void loadCalls().then(({ prefetchCards }) => prefetchCards(target), ignore),
    onClick: (event: MouseEvent) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      applyFilters(target, { isQuiet });
    },
  });
  /** Reads the form. Beside a changed control, the search keeps what its words did not name. */
  const readForm = (form: HTMLFormElement): PetFilters => {
    const chosen = parseFilters(new FormData(form));
    if (!understood) return chosen;
    return chosen.q === filters.q ? withText(chosen, understood.q) : withText(filters, chosen.q);
  };
  /** Applies a control of the form, which keeps the focus. */
  const onChange = ({ currentTarget: { form } }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
    if (form) applyFilters(readForm(form), { isQuiet: true });
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // If the words were searched for while they were typed, Enter changes nothing.
    const typed = parseFilters(new FormData(event.currentTarget)).q;
    applyFilters(typed === filters.q ? filters : readForm(event.currentTarget));
  };
  return {
    filters,
    controls,
    shown,
    isSettled,
    isInPlace,
    applyFilters,
    linkTo,
    readForm,
    onChange,
    onSubmit,
    onRetry: () => read(filters),
  };
}

const withText = (filters: PetFilters, q: string | undefined): PetFilters => ({
  ...without(filters, "q"),
  ...(q && { q }),
});

export type Find = ReturnType<typeof useFind>;

/** The filters in the URL. A choice applies immediately, before Next.js reports the new URL. */
function useUrlFilters(): [PetFilters, (next: PetFilters) => void] {
  const search = useSearchParams().toString();
  const [parsedSearch, setParsedSearch] = useState(search);
  const [filters, setFilters] = useState(() => parseFilters(new URLSearchParams(search)));
  // Equal filters remain the same object, so their page is not read again.
  const choose = (next: PetFilters) =>
    setFilters((current) => (filtersHref(current) === filtersHref(next) ? current : next));
  if (search !== parsedSearch) {
    setParsedSearch(search);
    choose(parseFilters(new URLSearchParams(search)));
  }
  // After a choice and "back" in quick succession, Next.js reports only the URL that it reported before.
  const onBack = useEffectEvent(() => {
    const { location } = window;
    if (location.pathname === "/") choose(parseFilters(new URLSearchParams(location.search)));
  });
  useEffect(() => {
    return subscribeTo("popstate")(() => onBack());
  }, []);
  return [filters, choose];
}

/** Server-rendered pages that were already shown. When one returns from the history, it may be outdated. */
const shownServerPages = new WeakSet<CardsPage>();

/** The page for these filters once it has loaded: the first one from the server, others through the API. */
function usePage(first: First, filters: PetFilters) {
  const [serverView] = useState<FindView>(first);
  const [isFromHistory] = useState(() => first.page !== null && shownServerPages.has(first.page));
  const isFirst = filtersHref(filters) === filtersHref(serverView.filters);
  const [shown, setShown] = useState(() =>
    isFirst ? serverView : { filters, page: calls?.recallCards(filters) ?? null, problem: null },
  );
  const [isReading, setReading] = useState(false);
  /** The filters whose page is being read, one object for each reading. The answer to any earlier one is dropped. */
  const wanted = useRef<{ filters: PetFilters } | null>(null);

  const stopReading = () => {
    if (wanted.current) void calls?.cancelCards(wanted.current.filters);
    wanted.current = null;
    setReading(false);
  };
  const read = async (target: PetFilters, isFresh = false) => {
    stopReading();
    const reading = { filters: target };
    wanted.current = reading;
    setReading(true);
    const view = await readView(target, isFresh);
    if (wanted.current !== reading) return;
    wanted.current = null;
    setShown(view);
    setReading(false);
  };

  // A page that returns from the history is read again once. After that, pages that were read may be shown again.
  const isOutdated = useRef(isFromHistory);
  const showPage = useEffectEvent((target: PetFilters) => {
    // The server's page is shown as it is, unless it failed or returns from the history. All others are read.
    if (isFirst && !isFromHistory && serverView.problem !== "unavailable") {
      stopReading();
      setShown(serverView);
    } else void read(target, isOutdated.current);
    isOutdated.current = false;
    if (serverView.page) shownServerPages.add(serverView.page);
  });
  useEffect(() => showPage(filters), [filters]);
  return { shown, isReading, read };
}

async function readView(filters: PetFilters, isFresh: boolean): Promise<FindView> {
  try {
    const { fetchCards } = await loadCalls();
    return { filters, page: await fetchCards(filters, { isFresh }), problem: null };
  } catch (error) {
    return { filters, page: null, problem: error instanceof Error ? error : "unavailable" };
  }
}

/** Returns the same text for all filters that have the same counts. A search is not counted. */
const keyOf = (filters: PetFilters) => (filters.q === undefined ? filtersHref(factsOf(filters)) : null);

/** Null while they are unknown, and with a search. The server has counted for its own page. */
export function useCounts(wanted: PetFilters, { page, filters, counts }: First) {
  const first = keyOf(page?.filters ?? filters);
  const [known, setKnown] = useState(() => new Map<string | null, PetCounts | null>([[first, counts]]));
  const key = keyOf(wanted);
  const read = useEffectEvent(async () => {
    if (key === null || known.get(key)) return;
    try {
      const { fetchKindCounts } = await loadCalls();
      const found = await fetchKindCounts(wanted);
      setKnown((others) => new Map([...others, [key, found]]));
    } catch {
      // The list works without counts.
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads when the filters change.
  useEffect(() => void read(), [key]);
  return (filters: PetFilters) => known.get(keyOf(filters)) ?? null;
}
