"use client";

import { nameInSentence } from "@/lib/values/words";
import { buttonClass } from "../../ui/button";
import { cx, needsScripts } from "../../ui/style";
import { showToast, UNDO_MS } from "../../ui/toast";
import { Heart, MAX_FAVOURITES, toggleFavourite, useIsFavourite } from "./favourites";

type Props = {
  petId: bigint;
  name: string;
  /** The label of the button. Without one it is a heart on a disc, whose styles are in animals.css. */
  words?: string;
  offersUndo?: boolean;
  className?: string;
};

export function FavouriteButton({ petId, name, words, offersUndo, className }: Props) {
  const isFavourite = useIsFavourite(String(petId));
  const toggle = () => toggleFavourite(String(petId));
  const press = () => {
    const result = toggle();
    if (result === "removed" && offersUndo) {
      showToast({
        text: (
          <>
            Removed <bdi>{nameInSentence(name)}</bdi> from your favourites.
          </>
        ),
        action: { label: "Undo", onSelect: toggle },
        shownMs: UNDO_MS,
      });
    }
    if (result !== "full") return;
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
