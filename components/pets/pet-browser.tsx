"use client";

import { HOME_STATUS } from "@/lib/pets/page-params";
import type { Pet } from "@/lib/pets/schema";
import { LoadingCards } from "../ui/loading";
import { PetCard } from "./pet-card";
import { PetList } from "./pet-list";
import { StatusFilter } from "./status-filter";
import { usePetsPage } from "./use-pets-page";

type Props = { problem: "invalid" | "unavailable" | null };

/** The list for adopters: filter, cards, pager. `problem` says why the server could not render the first page. */
export function PetBrowser({ problem }: Props) {
  const view = usePetsPage("/", HOME_STATUS);
  const { params, linkTo } = view;

  return (
    <>
      <StatusFilter current={params.status} linkTo={linkTo} />
      <PetList view={view} problem={problem} loading={<LoadingCards />}>
        {(pets, dim) => <Cards pets={pets} dim={dim} allHref={linkTo({}).href} isAll={!params.status} />}
      </PetList>
    </>
  );
}

type CardsProps = { pets: Pet[]; dim: boolean; allHref: string; isAll: boolean };

function Cards({ pets, dim, allHref, isAll }: CardsProps) {
  if (pets.length === 0) {
    return (
      <div className="notice">
        <p>No animals here right now. New ones arrive often, so check back soon.</p>
        {!isAll && (
          <a className="button quiet" href={allHref}>
            See all animals
          </a>
        )}
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
