import type { CardsPage } from "@/lib/pets/adopters/card";
import { type PetFilters, without } from "@/lib/pets/adopters/filters";
import { pageNumber } from "@/lib/pets/adopters/list-words";
import { Arrow } from "../../ui/arrow";
import { buttonClass } from "../../ui/button-class";
import { rowLink } from "../../ui/links";
import { type Find, prefetch } from "./use-find";

type Props = {
  filters: PetFilters;
  page: CardsPage;
  /** Which page this is, as text. */
  words: string;
  linkTo: Find["linkTo"];
};

/** Links to the neighbouring pages, which keep the filters. A missing neighbour gets no link. */
export function FindPager({ filters, page: { next, prev }, words, linkTo }: Props) {
  const first = without(filters, "cursor");
  const number = pageNumber(filters);
  /** Returns the filters of another page. The first page needs no cursor. */
  const at = (cursor: string, page: number | null): PetFilters =>
    page === 1 ? first : { ...first, cursor, ...(page !== null && { page }) };
  /** Prefetches the next page when its link becomes visible. */
  const watch = (link: HTMLAnchorElement | null) => {
    if (!link || next === null) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      prefetch(at(next, number && number + 1));
    });
    observer.observe(link);
    return () => observer.disconnect();
  };
  if (next === null && prev === null && !filters.cursor) return null;
  return (
    <nav className="mt-8 flex flex-wrap items-center gap-x-2 gap-y-1 sm:gap-x-3" aria-label="Pages">
      <span className="min-w-max flex-1">
        {prev !== null && (
          <a className={buttonClass("quiet", "max-sm:px-3")} rel="prev" {...linkTo(at(prev, number && number - 1))}>
            <Arrow to="start" />
            <Words>Previous</Words>
          </a>
        )}
      </span>
      <span className="text-sm whitespace-nowrap text-soft sm:text-base">{words}</span>
      <span className="flex min-w-max flex-1 justify-end">
        {next !== null && (
          <a
            className={buttonClass("quiet", "max-sm:px-3")}
            rel="next"
            ref={watch}
            {...linkTo(at(next, number && number + 1))}
          >
            <Words>Next</Words>
            <Arrow to="end" />
          </a>
        )}
      </span>
      {filters.cursor && number !== 2 && (
        <span className="flex w-full justify-center">
          <a className={rowLink} {...linkTo(first)}>
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
