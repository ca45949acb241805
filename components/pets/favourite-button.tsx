"use client";

import { buttonClass } from "../ui/button-class";
import { cx } from "../ui/cx";
import { showToast } from "../ui/show-toast";
import { MAX_FAVOURITES, useFavourite } from "./favourite-store";

type Props = {
  petId: bigint;
  name: string;
  /** A button with words, for the page of an animal; otherwise a heart alone, for the corner of a card. */
  words?: boolean;
  className?: string;
};

/** Keeps an animal as a favourite on this device, or no longer. Hidden where scripts do not run. */
export function FavouriteButton({ petId, name, words, className }: Props) {
  const { isFavourite, toggle } = useFavourite(String(petId));
  const press = () => {
    if (toggle() !== "full") return;
    showToast({ text: `You have ${MAX_FAVOURITES} favourites, as many as we can keep. Remove one to add another.` });
  };
  return (
    <button
      type="button"
      aria-pressed={isFavourite}
      onClick={press}
      className={cx(
        words
          ? buttonClass("quiet", "noscript:hidden")
          : cx(
              "grid size-11 cursor-pointer place-items-center rounded-pill bg-panel text-accent shadow-card transition",
              "hover:bg-hover hover:text-accent-hover active:bg-pressed focus-visible:rounded-pill noscript:hidden",
            ),
        className,
      )}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        className={cx(
          "size-6 stroke-current stroke-2 transition",
          isFavourite ? "fill-current motion-safe:scale-110" : "fill-none",
        )}
      >
        <path d="M12 20.5C5.500 15.800 3 12.500 3 9a4.8 4.8 0 0 1 9-2.400A4.8 4.8 0 0 1 21 9c0 3.500-2.500 6.800-9 11.500Z" />
      </svg>
      {words ? (
        "Favourite"
      ) : (
        <span className="sr-only">
          Favourite: <bdi>{name}</bdi>
        </span>
      )}
    </button>
  );
}
