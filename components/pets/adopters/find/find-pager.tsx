import type { CardsPage } from "@/lib/pets/adopters/cards/card";
import { type PetFilters, without } from "@/lib/pets/adopters/cards/filters";
import { pageNumber } from "@/lib/pets/adopters/cards/list-words";
import { neighboursOf } from "@/lib/pets/adopters/find/paging";
import { Arrow } from "../../../ui/display/arrow";
import { buttonClass } from "../../../ui/style/button-class";
import { rowLink } from "../../../ui/style/links";
import { type Find, prefetch } from "./use-find";

type Props = {
  filters: PetFilters;
  page: CardsPage;
  /** Which page this is, as text. */
  words: string;
  linkTo: Find["linkTo"];
};

/** Links to the neighbouring pages, which keep the filters. A missing neighbour gets no link. */
export function FindPager({ filters, page, words, linkTo }: Props) {
  const { previous, next } = neighboursOf(filters, page);
  /** Prefetches the next page when its link becomes visible. */
  const watch = (link: HTMLAnchorElement | null) => {
    if (!link || !next) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      prefetch(next);
    });
    observer.observe(link);
    return () => observer.disconnect();
  };
  if (!next && !previous && !filters.cursor) return null;
  return (
    <nav className="mt-8 flex flex-wrap items-center gap-x-2 gap-y-1 sm:gap-x-3" aria-label="Pages">
      <span className="min-w-max flex-1">
        {previous && (
          <a className={buttonClass("quiet", "max-sm:px-3")} rel="prev" {...linkTo(previous)}>
            <Arrow to="start" />
            <Words>Previous</Words>
          </a>
        )}
      </span>
      <span className="text-sm whitespace-nowrap text-soft sm:text-base">{words}</span>
      <span className="flex min-w-max flex-1 justify-end">
        {next && (
          <a className={buttonClass("quiet", "max-sm:px-3")} rel="next" ref={watch} {...linkTo(next)}>
            <Words>Next</Words>
            <Arrow to="end" />
          </a>
        )}
      </span>
      {filters.cursor && pageNumber(filters) !== 2 && (
        <span className="flex w-full justify-center">
          <a className={rowLink} {...linkTo(without(filters, "cursor"))}>
            First page
          </a>
        </span>
      )}
    </nav>
  );
}

function Words({ children }: { children: string }) {
  return (
    <span>
      {children}
      <span className="max-sm:sr-only"> page</span>
    </span>
  );
}
