"use client";

import { nameInSentence } from "@/lib/values/words";
import { buttonClass } from "../../ui/button";
import { cx, needsScripts } from "../../ui/style";
import { showToast, UNDO_MS } from "../../ui/toast";
import { Heart, MAX_FAVOURITES, useFavourite } from "./favourites";

type Props = {
  petId: bigint;
  name: string;
  /** The label of the button, as on the page of an animal. On a card it is only a heart in the corner. */
  words?: string;
  offersUndo?: boolean;
  className?: string;
};

export function FavouriteButton({ petId, name, words, offersUndo, className }: Props) {
  const { isFavourite, toggle } = useFavourite(String(petId));
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
      className={cx(
        words
          ? buttonClass("quiet")
          : cx(
              "group/heart grid size-11 cursor-pointer place-items-center rounded-pill text-accent transition",
              "hover:text-accent-hover active:text-accent-pressed focus-visible:rounded-pill",
            ),
        needsScripts,
        className,
      )}
    >
      {words ? <Heart isFull={isFavourite} /> : <Disc isFull={isFavourite} />}
      {words ?? (
        <span className="sr-only">
          Favourite: <bdi>{name}</bdi>
        </span>
      )}
    </button>
  );
}

function Disc({ isFull }: { isFull: boolean }) {
  return (
    <span className="grid size-9 place-items-center rounded-pill bg-panel shadow-card transition group-hover/heart:bg-hover group-active/heart:bg-pressed">
      <Heart isFull={isFull} />
    </span>
  );
}
