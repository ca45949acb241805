"use client";

import { useEffect } from "react";
import { HOME_STATUS } from "@/lib/pets/pages/params";
import { petsTitle } from "@/lib/pets/pages/title";
import type { Pet } from "@/lib/pets/schema";
import { buttonClass } from "../ui/button-class";
import { cx } from "../ui/cx";
import { cardGrid, LoadingCards } from "../ui/loading";
import { Notice } from "../ui/panel";
import { PetCard } from "./pet-card";
import { PetList } from "./pet-list";
import { StatusFilter } from "./status-filter";
import { usePetsPage } from "./use-pets-page";

type Props = { problem: "invalid" | "unavailable" | null };

/** The list for adopters: filter, cards, pager. `problem` says why the server could not render the first page. */
export function PetBrowser({ problem }: Props) {
  const view = usePetsPage("/", HOME_STATUS);
  const { params, shown, linkTo } = view;
  const title = petsTitle(shown);
  // Filters change the address without a new page from the server, so its title stays behind.
  useEffect(() => {
    document.title = title;
  }, [title]);

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
      <Notice>
        <p>No animals here right now. New ones arrive often, so check back soon.</p>
        {!isAll && (
          <a className={buttonClass("quiet")} href={allHref}>
            See all animals
          </a>
        )}
      </Notice>
    );
  }
  return (
    <ul className={cx(cardGrid, "transition-opacity", dim && "opacity-55")}>
      {pets.map((pet) => (
        <PetCard key={pet.id.toString()} pet={pet} />
      ))}
    </ul>
  );
}
