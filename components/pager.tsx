import type { ComponentProps } from "react";
import type { PetsParams } from "@/lib/pets/queries";

type Props = {
  params: PetsParams;
  next: string | null;
  prev: string | null;
  linkTo(params: PetsParams): ComponentProps<"a">;
};

/** Links to the neighbouring pages; those that do not exist are not there. */
export function Pager({ params: { status, cursor }, next, prev, linkTo }: Props) {
  if (next === null && prev === null && !cursor) return null;
  return (
    <nav className="pager" aria-label="Pages">
      {prev !== null && (
        <a className="button quiet" rel="prev" {...linkTo({ status, cursor: prev })}>
          ← Newer animals
        </a>
      )}
      {cursor && (
        <a className="button quiet" {...linkTo({ status })}>
          First page
        </a>
      )}
      {next !== null && (
        <a className="button quiet next" rel="next" {...linkTo({ status, cursor: next })}>
          Older animals →
        </a>
      )}
    </nav>
  );
}
