import { useQueryClient } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import type { PetsParams } from "@/lib/pets/pages/page";
import { petsQuery } from "@/lib/pets/pages/queries";
import { buttonClass } from "../ui/button-class";

type Props = {
  params: PetsParams;
  next: string | null;
  prev: string | null;
  linkTo(params: PetsParams): ComponentProps<"a">;
};

/** Links to the neighbouring pages; a missing neighbour gets no link. */
export function Pager({ params: { status, cursor }, next, prev, linkTo }: Props) {
  const client = useQueryClient();
  /** Prefetches the next page when its link becomes visible. */
  const prefetch = (link: HTMLAnchorElement | null) => {
    if (!link || next === null) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      void client.prefetchQuery(petsQuery({ status, cursor: next }));
    });
    observer.observe(link);
    return () => observer.disconnect();
  };
  if (next === null && prev === null && !cursor) return null;
  return (
    <nav className="mt-6 flex flex-wrap gap-3" aria-label="Pages">
      {prev !== null && (
        <a className={buttonClass("quiet")} rel="prev" {...linkTo({ status, cursor: prev })}>
          ← Newer animals
        </a>
      )}
      {cursor && (
        <a className={buttonClass("quiet")} {...linkTo({ status })}>
          First page
        </a>
      )}
      {next !== null && (
        <a className={buttonClass("quiet", "ms-auto")} rel="next" ref={prefetch} {...linkTo({ status, cursor: next })}>
          Older animals →
        </a>
      )}
    </nav>
  );
}
