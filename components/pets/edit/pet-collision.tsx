import { useEffect } from "react";
import type { Collision } from "@/lib/http/edit";
import type { EditValues } from "@/lib/pets/edit/pet-values";
import { EDIT_LABELS, valueWords } from "@/lib/pets/edit/words";
import { CollisionQuestion, focusCollision } from "../../ui/collision";

type Props = { collision: Collision<EditValues>; onTheirs(): void; onYours(): void };

/** Gets the focus when it appears. */
export function PetCollision({ collision: { fields, theirs, yours }, ...answers }: Props) {
  useEffect(focusCollision, []);
  const shown = fields.map((field) => ({
    label: EDIT_LABELS[field],
    theirs: valueWords(field, theirs),
    yours: valueWords(field, yours),
  }));
  return (
    <CollisionQuestion fields={shown} {...answers}>
      <p className="font-semibold text-amber">
        Somebody else changed this animal while you were editing it. Choose what to keep, then save.
      </p>
    </CollisionQuestion>
  );
}
