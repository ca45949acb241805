import type { CardsPage } from "@/lib/pets/adopters/card";
import { type PetFilters, without } from "@/lib/pets/adopters/filters";
import { buttonClass } from "../../ui/button-class";
import { type Find, prefetch } from "./use-find";

type Props = { filters: PetFilters; page: CardsPage; linkTo: Find["linkTo"] };

/** Links to the neighbouring pages, which keep the filters; a missing neighbour gets no link. */
export function FindPager({ filters, page: { next, prev }, linkTo }: Props) {
  const first = without(filters, "cursor");
  const [before, after] = filters.sort === "oldest" ? ["Older", "Newer"] : ["Newer", "Older"];
  /** Reads the next page when its link becomes visible. */
  const watch = (link: HTMLAnchorElement | null) => {
    if (!link || next === null) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      prefetch({ ...first, cursor: next });
    });
    observer.observe(link);
    return () => observer.disconnect();
  };
  if (next === null && prev === null && !filters.cursor) return null;
  return (
    <nav className="mt-8 flex flex-wrap gap-3" aria-label="Pages">
      {prev !== null && (
        <a className={buttonClass("quiet")} rel="prev" {...linkTo({ ...first, cursor: prev })}>
          ← {before} animals
        </a>
      )}
      {filters.cursor && (
        <a className={buttonClass("quiet")} {...linkTo(first)}>
          First page
        </a>
      )}
      {next !== null && (
        <a className={buttonClass("quiet", "ms-auto")} rel="next" ref={watch} {...linkTo({ ...first, cursor: next })}>
          {after} animals →
        </a>
      )}
    </nav>
  );
}
