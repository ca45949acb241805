"use client";

import { type ReactNode, useEffect } from "react";
import type { CardsPage } from "@/lib/pets/adopters/card";
import { filtersHref, isNarrowed, kindOf, type PetFilters, without } from "@/lib/pets/adopters/filters";
import { listHeading, listTitle, resultWords } from "@/lib/pets/adopters/list-words";
import { rememberList } from "@/lib/pets/adopters/trail";
import type { PetCounts } from "@/lib/pets/list/count-schema";
import { DEFAULT_STATUS, PET_STATUSES, STATUS_LABELS } from "@/lib/pets/status";
import { buttonClass } from "../../ui/button-class";
import { cx } from "../../ui/cx";
import { LoadProblem } from "../../ui/load-problem";
import { cardGrid, LoadingCards } from "../../ui/loading";
import { actions, Notice, noticePicture } from "../../ui/panel";
import { quietPill } from "../../ui/pill";
import { CategoryPicture } from "../category-picture";
import { FilterChips } from "./filter-chips";
import { FactFilters, SearchForm, SortChoice } from "./find-form";
import { FindPager } from "./find-pager";
import { KindTiles } from "./kind-tiles";
import { PetCard } from "./pet-card";
import { type Find, type First, useFind } from "./use-find";

type Props = {
  first: First;
  /** How many animals there are; null when that could not be read. */
  counts: PetCounts | null;
  /** The lowest id of those that are new. */
  newSince: bigint | null;
  /** The name of the shelter. */
  shelter: string;
  /** Shown above the search. */
  welcome: ReactNode;
  /** Shown beside the search. */
  drawings: ReactNode;
};

/** How many cards are likely to be on the first screen. */
const FIRST_CARDS = 4;

/** The list for adopters: search, kinds, filters, cards, pager. */
export function PetBrowser({ first, counts, newSince, shelter, welcome, drawings }: Props) {
  const find = useFind(first);
  const { shown, isSettled, linkTo } = find;
  const title = listTitle(shown.filters, shelter);
  // Filters change the address without a new page from the server, so its title stays behind.
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    if (shown.page) rememberList(filtersHref(shown.filters), shown.page.pets);
  }, [shown]);
  const results = shown.page ? resultWords(shown.filters, shown.page, counts) : "";

  return (
    <>
      <div className="relative grid gap-3 overflow-hidden rounded-card bg-accent-back p-4 sm:gap-5 sm:p-8 md:py-10">
        {welcome}
        <SearchForm find={find} />
        {drawings}
      </div>
      <KindTiles find={find} counts={counts} />
      <section className="min-w-0" aria-labelledby="list-heading" aria-busy={!isSettled}>
        <div className="mb-1 flex flex-wrap items-center gap-x-3 sm:mb-3 sm:gap-y-1">
          <h2 id="list-heading" tabIndex={-1}>
            {listHeading(shown.filters)}
          </h2>
          <p role="status" className="text-soft">
            {results}
          </p>
          <StatusLinks find={find} />
        </div>
        <div className="mb-3 flex flex-wrap items-center justify-between gap-2 sm:mb-4">
          <FactFilters find={find} results={results} />
          <SortChoice find={find} />
        </div>
        <FilterChips find={find} />
        {shown.page ? (
          <>
            <Cards page={shown.page} filters={shown.filters} newSince={newSince} dim={!isSettled} linkTo={linkTo} />
            <FindPager filters={shown.filters} page={shown.page} linkTo={linkTo} />
          </>
        ) : shown.problem ? (
          <LoadProblem
            what="The animals"
            error={shown.problem === "invalid" ? null : shown.problem}
            isInvalid={shown.problem === "invalid"}
            onRetry={find.onRetry}
            first={linkTo(without(shown.filters, "cursor"))}
          />
        ) : (
          <LoadingCards />
        )}
      </section>
    </>
  );
}

/** The statuses as links; most visitors look for available animals and need none. */
function StatusLinks({ find: { filters, linkTo } }: { find: Find }) {
  const others = without(filters, "status");
  const choices = [
    ...PET_STATUSES.map((status) => ({ status, label: STATUS_LABELS[status], target: { ...others, status } })),
    { status: undefined, label: "All", target: others },
  ];
  return (
    <nav aria-label="Filter by status" className="sm:ms-auto">
      <ul className="flex flex-wrap">
        {choices.map(({ status, label, target }) => (
          <li key={label}>
            <a className={quietPill} {...linkTo(target)} aria-current={status === filters.status ? "true" : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type CardsProps = {
  page: CardsPage;
  filters: PetFilters;
  newSince: bigint | null;
  dim: boolean;
  linkTo: Find["linkTo"];
};

function Cards({ page: { pets }, filters, newSince, dim, linkTo }: CardsProps) {
  if (pets.length === 0) return <NoAnimals filters={filters} linkTo={linkTo} />;
  return (
    <ul className={cx(cardGrid, "transition-opacity", dim && "opacity-55")}>
      {pets.map((pet, index) => (
        <PetCard
          key={pet.id.toString()}
          pet={pet}
          expected={filters.status ?? DEFAULT_STATUS}
          isNew={newSince !== null && pet.id >= newSince}
          isFirst={index < FIRST_CARDS}
        />
      ))}
    </ul>
  );
}

/** The drawing of an empty list: a cat where no kind is chosen, in the coat of the animal with this id. */
const CAT = 2n;
const COAT = 12n;

/** Says why the list is empty, and what to do. */
function NoAnimals({ filters, linkTo }: Pick<CardsProps, "filters" | "linkTo">) {
  const { status, sort } = filters;
  const kept = { ...(status && { status }), ...(sort && { sort }) };
  const isFiltered = isNarrowed(filters);
  return (
    <Notice
      picture={<CategoryPicture className={noticePicture} categoryId={kindOf(filters)?.id ?? CAT} petId={COAT} />}
    >
      <h3>{isFiltered ? "No animal fits all of this" : "No animals here right now"}</h3>
      <p>
        {isFiltered
          ? "Remove a filter, or look among all our animals. New ones arrive often, so check back soon."
          : "New ones arrive often, so check back soon."}
      </p>
      <div className={actions}>
        {isFiltered && (
          <a className={buttonClass()} {...linkTo(kept)}>
            Clear the filters
          </a>
        )}
        {status !== undefined && (
          <a className={buttonClass("quiet")} {...linkTo({})}>
            See all animals
          </a>
        )}
      </div>
    </Notice>
  );
}
