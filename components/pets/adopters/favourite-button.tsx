"use client";

import { buttonClass } from "../../ui/button-class";
import { cx } from "../../ui/cx";
import { showToast } from "../../ui/show-toast";
import { MAX_FAVOURITES, useFavourite } from "./favourite-store";
import { Heart } from "./heart";

type Props = {
  petId: bigint;
  name: string;
  /** A button with words, for the page of an animal; otherwise only a heart, for the corner of a card. */
  words?: boolean;
  className?: string;
};

/** Keeps an animal as a favourite on this device, or no longer. Hidden where scripts do not run. */
export function FavouriteButton({ petId, name, words, className }: Props) {
  const { isFavourite, toggle } = useFavourite(String(petId));
  const press = () => {
    if (toggle() !== "full") return;
    showToast({
      text: `You have ${MAX_FAVOURITES} favourites, as many as we can keep. Remove one to add another.`,
      link: { href: "/favourites", label: "Favourites" },
    });
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
      <Heart isFull={isFavourite} />
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
