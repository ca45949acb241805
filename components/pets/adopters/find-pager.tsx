import type { CardsPage } from "@/lib/pets/adopters/card";
import { type PetFilters, without } from "@/lib/pets/adopters/filters";
import { pageNumber } from "@/lib/pets/adopters/list-words";
import { Arrow } from "../../ui/arrow";
import { buttonClass } from "../../ui/button-class";
import { cx } from "../../ui/cx";
import { rowLink } from "../../ui/links";
import { type Find, prefetch } from "./use-find";

type Props = {
  filters: PetFilters;
  page: CardsPage;
  /** Which page it is, in words. */
  words: string;
  linkTo: Find["linkTo"];
};

/** Links to the neighbouring pages, which keep the filters; a missing neighbour gets no link. */
export function FindPager({ filters, page: { next, prev }, words, linkTo }: Props) {
  const first = without(filters, "cursor");
  const number = pageNumber(filters);
  const [before, after] = filters.sort === "oldest" ? ["Older", "Newer"] : ["Newer", "Older"];
  /** Another page by its cursor. The first one needs none. */
  const at = (cursor: string, page: number | null): PetFilters =>
    page === 1 ? first : { ...first, cursor, ...(page !== null && { page }) };
  /** Reads the next page when its link becomes visible. */
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
    <nav className="mt-8 grid grid-cols-[1fr_auto_1fr] items-center gap-x-3 gap-y-1" aria-label="Pages">
      {prev !== null && (
        <a
          className={buttonClass("quiet", "justify-self-start max-sm:px-3")}
          rel="prev"
          {...linkTo(at(prev, number && number - 1))}
        >
          <Arrow to="start" />
          <span>
            {before}
            <span className="sr-only"> animals</span>
          </span>
        </a>
      )}
      <span className="col-start-2 text-center text-soft">{words}</span>
      {next !== null && (
        <a
          className={buttonClass("quiet", "col-start-3 justify-self-end max-sm:px-3")}
          rel="next"
          ref={watch}
          {...linkTo(at(next, number && number + 1))}
        >
          <span>
            {after}
            <span className="sr-only"> animals</span>
          </span>
          <Arrow to="end" />
        </a>
      )}
      {filters.cursor && number !== 2 && (
        <a className={cx(rowLink, "col-span-3 justify-self-center")} {...linkTo(first)}>
          First page
        </a>
      )}
    </nav>
  );
}
