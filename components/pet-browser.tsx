"use client";

import { STATUS_WORDS } from "@/lib/pets/categories";
import type { Pet } from "@/lib/pets/schema";
import { Pager } from "./pager";
import { PetCard } from "./pet-card";
import { StatusFilter } from "./status-filter";
import { LoadingCards, LoadProblem } from "./ui/states";
import { usePetsPage } from "./use-pets-page";

type Props = { problem: "invalid" | "unavailable" | null };

/** The adopters' list: filter, cards, pager. `problem` is what kept the server from rendering the first page. */
export function PetBrowser({ problem }: Props) {
  const { params, query, linkTo } = usePetsPage("/", "available");
  const { data, error, isPlaceholderData } = query;
  const words = params.status ? STATUS_WORDS[params.status].label : "All";

  return (
    <>
      <StatusFilter current={params.status} linkTo={linkTo} />
      <section aria-labelledby="list-heading" aria-busy={isPlaceholderData || query.isPending}>
        <h2 id="list-heading" tabIndex={-1} className="list-heading">
          {words} animals
        </h2>
        {data && !(error && isPlaceholderData) ? (
          <>
            {error && <LoadProblem what="The animals" error={error} onRetry={query.refetch} stale />}
            <Cards pets={data.pets} dim={isPlaceholderData} allHref={linkTo({}).href} />
            <Pager params={params} next={data.next} prev={data.prev} linkTo={linkTo} />
          </>
        ) : error || problem ? (
          <LoadProblem
            what="The animals"
            error={error}
            invalid={problem === "invalid"}
            onRetry={query.refetch}
            first={linkTo({ status: params.status })}
          />
        ) : (
          <LoadingCards />
        )}
      </section>
    </>
  );
}

function Cards({ pets, dim, allHref }: { pets: Pet[]; dim: boolean; allHref: string }) {
  if (pets.length === 0) {
    return (
      <div className="notice">
        <p>No animals here right now.</p>
        <a className="button quiet" href={allHref}>
          See all animals
        </a>
      </div>
    );
  }
  return (
    <ul className="cards" data-dim={dim || undefined}>
      {pets.map((pet) => (
        <PetCard key={pet.id.toString()} pet={pet} />
      ))}
    </ul>
  );
}
