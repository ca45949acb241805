"use client";

import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import type { CardsPage } from "@/lib/pets/adopters/card";
import { hasFacts, isNarrowed, isSearched, kindOf, type PetFilters } from "@/lib/pets/adopters/filters";
import { listTitle, rememberPage, resultWords } from "@/lib/pets/adopters/list-words";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import { isolate } from "@/lib/values/words";
import { LIST_HEADING } from "../../../ui/browser";
import { cardGrid, LoadingCards } from "../../../ui/loading";
import { cx, skipLink } from "../../../ui/style";
import { OtherPets, PetCard } from "../pet-card";
import { KindTiles } from "./kind-tiles";
import { FindPager, NoAnimals } from "./list-foot";
import { ListHead } from "./list-head";
import { Greeting } from "./search-form";
import { type Find, type First, useCounts, useFind } from "./use-find";

type Props = {
  first: First;
  newSince: bigint | null;
  shelter: string;
  welcome: ReactNode;
  drawings: ReactNode;
};

/** Loaded only when it is needed. If even that fails, a link loads the page again. */
const ListProblem = lazy(() =>
  import("./list-problem").then(
    ({ ListProblem }) => ({ default: ListProblem }),
    () => ({ default: NothingLoaded }),
  ),
);

const NEAREST = "Closest to what you look for";

/** How many photos come with priority: the first row of a phone. More would delay the styles and these two. */
const FIRST_CARDS = 2;

export function PetBrowser({ first, newSince, shelter, welcome, drawings }: Props) {
  const find = useFind(first);
  const { shown, isSettled, linkTo } = find;
  const { page } = shown;
  /** The filters of the list on the screen. */
  const filters = page?.filters ?? shown.filters;
  /** The filters that the controls show: while another list loads, already its own. */
  const current = isSettled ? filters : find.filters;
  const title = listTitle(filters, shelter);
  // Filters change the URL without a new page from the server, so the title is set here.
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    if (page) rememberPage(page);
  }, [page]);
  const isCompact = useCompact(find);
  const countsOf = useCounts(current, first);
  const counts = countsOf(filters);
  const results = page ? resultWords(filters, page, counts) : "";

  return (
    <>
      <a className={skipLink} href={`#${LIST_HEADING}`}>
        Skip to the animals
      </a>
      <Greeting find={find} isCompact={isCompact} welcome={welcome} drawings={drawings} />
      <KindTiles
        filters={current}
        linkTo={linkTo}
        counts={countsOf(current) ?? (current.q === undefined ? counts : null)}
        isCompact={isCompact}
      />
      <section className="min-w-0" aria-labelledby={LIST_HEADING} aria-busy={!isSettled}>
        <ListHead find={find} filters={current} listed={filters} results={results} isTop={isCompact} />
        {isCompact && <h2 className="sr-only">Results</h2>}
        {page ? (
          <Found page={page} filters={filters} newSince={newSince} dim={!isSettled} linkTo={linkTo} />
        ) : shown.problem ? (
          <Suspense>
            <ListProblem problem={shown.problem} onRetry={find.onRetry} />
          </Suspense>
        ) : (
          <LoadingCards />
        )}
      </section>
    </>
  );
}

/** While somebody types or chooses filters, the greeting stays, so that nothing moves under the pointer. */
function useCompact({ filters, isInPlace }: Find): boolean {
  const isFiltered = isNarrowed(filters) || filters.status !== DEFAULT_STATUS || filters.cursor !== undefined;
  const [isCompact, setCompact] = useState(isFiltered);
  if (isCompact !== isFiltered && !isInPlace) setCompact(isFiltered);
  return isCompact;
}

type FoundProps = {
  page: CardsPage;
  filters: PetFilters;
  newSince: bigint | null;
  dim: boolean;
  linkTo: Find["linkTo"];
};

function Found({ page, filters, newSince, dim, linkTo }: FoundProps) {
  const { pets, nearest, suggestion } = page;
  const kind = kindOf(filters);
  return (
    <>
      {pets.length === 0 ? (
        <NoAnimals filters={filters} suggestion={suggestion} linkTo={linkTo} />
      ) : (
        <ul className={cx(cardGrid, "transition-opacity", dim && "opacity-85")}>
          {pets.map((pet, index) => (
            <PetCard
              key={pet.id.toString()}
              pet={pet}
              expected={filters.status ?? DEFAULT_STATUS}
              newSince={newSince}
              isFirst={index < FIRST_CARDS}
            />
          ))}
        </ul>
      )}
      <FindPager filters={filters} page={page} linkTo={linkTo} />
      <OtherPets
        pets={nearest}
        heading={suggestion !== null ? `Matching “${isolate(suggestion)}”` : hasFacts(filters) ? NEAREST : undefined}
        newSince={newSince}
        shown={pets.length === 0 && kind && isSearched(filters) ? [{ categoryId: kind.id }] : pets}
        className="mt-10"
      />
    </>
  );
}

/** What is said when even `ListProblem` could not be loaded. */
function NothingLoaded() {
  return (
    <p role="alert">
      The animals could not be loaded. <a href={window.location.href}>Try again</a>
    </p>
  );
}
