"use client";

import { useEffect, useState } from "react";
import type { Favourite } from "@/lib/pets/adopters/calls";
import type { CardPet } from "@/lib/pets/adopters/card";
import type { Fees } from "@/lib/pets/adopters/kind-notes";
import { categoryPlural, findKind } from "@/lib/pets/kinds";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import { rememberList } from "@/lib/tab-storage";
import { nameInSentence } from "@/lib/values/words";
import { Button, ButtonLink } from "../../ui/button";
import { LoadProblem } from "../../ui/load-problem";
import { cardGrid, LoadingCards } from "../../ui/loading";
import { Notice, noticePicture } from "../../ui/panel";
import { useProgress } from "../../ui/progress-bar";
import { cx, rowLink } from "../../ui/style";
import { CategoryPicture } from "../pet-display";
import { COMPARISON_ID, ComparisonTable } from "./comparison-table";
import { toggleFavourite, useFavourites } from "./favourites";
import { OtherPets, PetCard, SUGGESTED } from "./pet-card";

type Loaded = { ids: readonly string[]; pets: ReadonlyMap<string, Favourite> };

type Props = {
  longest: readonly CardPet[];
  newSince: bigint | null;
  fees: Fees;
};

/** A removed favourite can be restored. Below a few favourites are suggestions. */
export function FavouritesList({ longest, newSince, fees }: Props) {
  const ids = useFavourites();
  const [suggested, setSuggested] = useState<readonly CardPet[] | null>(null);
  if (ids !== null && suggested === null) {
    const others = longest.filter(({ id }) => !ids.includes(String(id)));
    setSuggested(ids.length > SUGGESTED ? [] : others.slice(0, SUGGESTED));
  }
  // A suggestion that becomes a favourite stays where it is until the page is left, so that nothing moves.
  const listed = ids?.filter((id) => !suggested?.some((pet) => String(pet.id) === id)) ?? null;
  const { loaded, error, retry } = useLoaded(listed);
  useEffect(() => {
    if (loaded) {
      rememberList("/animals", { href: "/favourites", label: "Favourites", entries: [...loaded.pets.values()] });
    }
  }, [loaded]);
  if (ids === null || listed === null) return null;
  if (error) return <LoadProblem what="Your favourites" error={error} onRetry={retry} />;
  // So does a removed favourite.
  const shown = [...new Set([...(loaded?.ids ?? []), ...listed])];
  if (shown.length > 0 && !loaded) return <LoadingCards count={shown.length} />;
  const compared = loaded ? comparedOf(shown.flatMap((id) => loaded.pets.get(id) ?? [])) : [];
  return (
    <>
      {loaded ? (
        <>
          <Head count={ids.length} hasComparison={compared.length > 0} />
          <ul data-part="favourites" className={cardGrid}>
            {shown.map((id) => {
              const pet = loaded.pets.get(id);
              if (pet) {
                return (
                  <PetCard key={id} pet={pet} newSince={newSince}>
                    <NextStep pet={pet} />
                  </PetCard>
                );
              }
              return loaded.ids.includes(id) && listed.includes(id) ? <Removed key={id} id={id} /> : null;
            })}
          </ul>
          {compared.length > 0 && <ComparisonTable pets={compared} fees={fees} />}
        </>
      ) : (
        <NoFavourites count={ids.length} />
      )}
      <OtherPets
        pets={suggested ?? []}
        shown={[...(loaded?.pets.values() ?? [])]}
        newSince={newSince}
        className="mt-4"
      />
    </>
  );
}

/** Those that can still be chosen, if these are several. */
function comparedOf(pets: readonly Favourite[]): readonly Favourite[] {
  const left = pets.filter(({ status }) => status !== "sold");
  return left.length > 1 ? left : [];
}

function Head({ count, hasComparison }: { count: number; hasComparison: boolean }) {
  return (
    <div className="-my-2 flex min-h-target items-center justify-between gap-4">
      <h2 className="font-sans text-base font-normal text-soft">
        <span role="status">{countWords(count)}</span>
      </h2>
      {hasComparison && (
        <a className={cx(rowLink, "text-accent")} href={`#${COMPARISON_ID}`}>
          Compare
        </a>
      )}
    </div>
  );
}

/** The next step, on top of the link that covers the whole card: to ask, or else to see others of its kind. */
function NextStep({ pet: { id, name, categoryId, status = DEFAULT_STATUS } }: { pet: CardPet }) {
  const kind = findKind(categoryId);
  const isAvailable = status === DEFAULT_STATUS;
  return (
    <div className="mt-auto grid w-full shrink-0 grid-cols-[minmax(0,1fr)] pt-2">
      <ButtonLink
        look="quiet"
        className="relative px-2!"
        href={isAvailable ? `/animals/${id}/apply` : kind ? `/?kind=${kind.slug}` : "/"}
      >
        {isAvailable ? (
          // The same words on each card. The name is above.
          <span>
            Adopt or ask
            <span className="sr-only">
              {" about "}
              <bdi>{nameInSentence(name)}</bdi>
            </span>
          </span>
        ) : (
          <span>
            See similar<span className="sr-only"> {categoryPlural(categoryId)}</span>
          </span>
        )}
      </ButtonLink>
    </div>
  );
}

const countWords = (count: number) => (count === 1 ? "1 favourite" : `${count} favourites`);

/** Reads the animals in one request, and again when another tab has added one. */
function useLoaded(ids: readonly string[] | null) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [tries, setTries] = useState(0);
  const isMissing = ids?.some((id) => !loaded?.ids.includes(id)) ?? false;
  const wanted = isMissing && ids ? ids.join() : "";
  useProgress(isMissing && !error);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try reads again.
  useEffect(() => {
    if (wanted === "") return;
    let isCurrent = true;
    const read = async () => {
      try {
        const { fetchFavourites } = await import("@/lib/pets/adopters/calls");
        const pets = await fetchFavourites(wanted);
        if (!isCurrent) return;
        setLoaded({ ids: wanted.split(","), pets: new Map(pets.map((pet) => [String(pet.id), pet])) });
        setError(null);
      } catch (problem) {
        if (isCurrent) setError(problem instanceof Error ? problem : new Error("unknown"));
      }
    };
    void read();
    return () => {
      isCurrent = false;
    };
  }, [wanted, tries]);
  return { loaded, error, retry: () => setTries((count) => count + 1) };
}

function NoFavourites({ count }: { count: number }) {
  return (
    <Notice part="no-favourites" picture={<CategoryPicture className={noticePicture} categoryId={1n} petId={10n} />}>
      <h2>{count === 0 ? "No favourites yet" : countWords(count)}</h2>
      <p>{count === 0 ? "Tap the heart on an animal to keep it here." : "Kept on this device for your next visit."}</p>
      <ButtonLink href="/">See available animals</ButtonLink>
    </Notice>
  );
}

function Removed({ id }: { id: string }) {
  return (
    <li className="flex flex-col items-start justify-center gap-3 rounded-card border border-dashed border-control-line p-4 text-soft">
      <p>This animal is no longer listed.</p>
      <Button look="quiet" onClick={() => toggleFavourite(id)}>
        Remove
      </Button>
    </li>
  );
}
