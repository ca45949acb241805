import { type ReactNode, useState } from "react";
import { petsHeading } from "@/lib/pets/pages/title";
import type { Pet } from "@/lib/pets/schema";
import { listHeading } from "../ui/desk";
import { LoadProblem } from "../ui/load-problem";
import { Pager } from "./pager";
import type { usePetsPage } from "./use-pets-page";

type Props = {
  view: ReturnType<typeof usePetsPage>;
  /** Why the server could not render the first page. */
  problem: "invalid" | "unavailable" | null;
  /** Shown while the animals load. */
  loading: ReactNode;
  /** Shown between the heading and the animals. */
  head?: ReactNode;
  /** Shows the animals; `dim` while they are still those of the page before. */
  children(pets: Pet[], dim: boolean): ReactNode;
};

/** A page of animals: heading, animals (rendered by `children`) or the reason why there are none, and the pager. */
export function PetList({ view: { params, shown, query, linkTo }, problem, loading, head, children }: Props) {
  const { data, error, isPlaceholderData, isPending, refetch } = query;
  const [rendered] = useState(linkTo(params).href);
  const first = linkTo(params).href === rendered ? problem : null;
  return (
    <section className="min-w-0" aria-labelledby="list-heading" aria-busy={isPlaceholderData || isPending}>
      <h2 id="list-heading" tabIndex={-1} className={listHeading}>
        {petsHeading(shown.status)}
      </h2>
      {head && <div className="mb-4">{head}</div>}
      {data && !(error && isPlaceholderData) ? (
        <>
          {error && <LoadProblem what="The animals" error={error} onRetry={refetch} stale />}
          {children(data.pets, isPlaceholderData)}
          <Pager params={shown} next={data.next} prev={data.prev} linkTo={linkTo} />
        </>
      ) : error || first ? (
        <LoadProblem
          what="The animals"
          error={error}
          invalid={first === "invalid"}
          onRetry={refetch}
          first={linkTo({ status: params.status })}
        />
      ) : (
        loading
      )}
    </section>
  );
}
