import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Collision } from "@/lib/http/edit";
import { fetchHistory, petKeys } from "@/lib/pets/client";
import type { EditValues } from "@/lib/pets/edit/pet-values";
import { EDIT_LABELS, valueWords } from "@/lib/pets/edit/words";
import { ActorName } from "../../people/actor-name";
import { CollisionQuestion, focusCollision } from "../../ui/collision";
import { Ago } from "../../ui/time";

/** Searched for the other person's change. */
const MAX_ENTRIES = 20;

type Props = { petId: bigint; collision: Collision<EditValues>; onTheirs(): void; onYours(): void };

/** Gets the focus when it appears. */
export function PetCollision({ petId, collision: { fields, theirs, yours }, ...answers }: Props) {
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
      <ChangedBy petId={petId} fields={fields} />
    </CollisionQuestion>
  );
}

function ChangedBy({ petId, fields }: { petId: bigint; fields: readonly (keyof EditValues)[] }) {
  const { data } = useQuery({
    queryKey: [...petKeys.history(petId), "collision"],
    queryFn: ({ signal }) => fetchHistory(petId, MAX_ENTRIES, signal),
  });
  const names = fields.map((field) => (field === "kind" ? "categoryId" : field));
  const last = data?.find(({ changes }) => names.some((name) => name in changes)) ?? data?.[0];
  return (
    <p className="-mt-2 min-h-6 text-sm">
      {last && (
        <>
          Changed by <ActorName actor={last.actor} />, <Ago iso={last.at} />.
        </>
      )}
    </p>
  );
}
