"use client";

import { buttonClass } from "../../ui/button";
import { cx, needsScripts } from "../../ui/style";
import { showToast } from "../../ui/toast";
import { Heart, MAX_FAVOURITES, toggleFavourite, useIsFavourite } from "./favourites";

type Props = {
  petId: bigint;
  name: string;
  /** The label of the button. Without one it is a heart on a disc, whose styles are in animals.css. */
  words?: string;
  className?: string;
};

export function FavouriteButton({ petId, name, words, className }: Props) {
  const isFavourite = useIsFavourite(String(petId));
  const press = () => {
    if (toggleFavourite(String(petId))) return;
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
      className={cx(needsScripts, words && buttonClass("quiet"), className)}
      {...(!words && { "data-part": "heart", "aria-label": `Favourite: ${name}` })}
    >
      <Heart isFull={isFavourite} />
      {words}
    </button>
  );
}
