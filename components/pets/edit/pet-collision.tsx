import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Collision as Edits } from "@/lib/http/edit";
import { fetchHistory, petKeys } from "@/lib/pets/client";
import type { EditValues } from "@/lib/pets/edit/pet-values";
import { EDIT_LABELS, valueWords } from "@/lib/pets/edit/words";
import { ActorName } from "../../people/actor-name";
import { stack } from "../../ui/panel";
import { cx } from "../../ui/style";
import { Ago } from "../../ui/time";

type Field = keyof EditValues;

type Collision = Edits<EditValues>;

/** Searched for the other person's change. */
const MAX_ENTRIES = 20;

type Choices = {
  section: RefObject<HTMLElement | null>;
  isChosen(field: Field): boolean;
  choose(field: Field): void;
  left: number;
  focusChoices(): void;
};

/** A field that the person has edited since also counts as chosen. */
export function useCollisionChoices(collision: Collision | null, values: EditValues): Choices {
  const section = useRef<HTMLElement>(null);
  const [chosen, setChosen] = useState<{ of: Collision | null; fields: readonly Field[] }>({ of: null, fields: [] });
  const fields = chosen.of === collision ? chosen.fields : [];
  const isChosen = (field: Field) =>
    fields.includes(field) || (collision !== null && values[field] !== collision.yours[field]);
  const focusChoices = () => {
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: "start" });
  };
  return {
    section,
    isChosen,
    choose: (field) => setChosen({ of: collision, fields: [...fields, field] }),
    left: collision?.fields.filter((field) => !isChosen(field)).length ?? 0,
    focusChoices,
  };
}

type Props = {
  petId: bigint;
  collision: Collision | null;
  values: EditValues;
  choices: Choices;
  onChoose(field: Field, from: EditValues): void;
};

/** Gets the focus when it appears. */
export function PetCollision({ petId, collision, values, choices, onChoose }: Props) {
  const { section, isChosen, choose, focusChoices } = choices;
  const onCollision = useEffectEvent(focusChoices);
  useEffect(() => {
    if (collision) onCollision();
  }, [collision]);
  if (!collision) return null;
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={cx(stack, "scroll-mt-5 rounded-card border-2 border-amber bg-amber-back p-4")}
      aria-labelledby="collision-heading"
    >
      <p id="collision-heading" className="font-semibold text-amber">
        Somebody else changed this animal while you were editing it. Choose what to keep, then save.
      </p>
      <ChangedBy petId={petId} collision={collision} />
      {collision.fields.map((field) => (
        <fieldset key={field} className="grid gap-2 sm:grid-cols-2">
          <legend className="mb-1">{EDIT_LABELS[field]}</legend>
          {(["theirs", "yours"] as const).map((side) => (
            <label
              key={side}
              className="flex min-h-target cursor-pointer items-start gap-3 rounded-control border border-control-line bg-panel px-3 py-2 font-normal has-checked:border-accent has-checked:ring-1 has-checked:ring-accent"
            >
              <input
                type="radio"
                name={`collision-${field}`}
                className="mt-1 size-5 shrink-0"
                checked={isChosen(field) && values[field] === collision[side][field]}
                onChange={() => {
                  choose(field);
                  onChoose(field, collision[side]);
                }}
              />
              <span className="min-w-0">
                <span className="block text-sm font-semibold text-soft">{side === "theirs" ? "Theirs" : "Yours"}</span>
                <bdi className="line-clamp-6 wrap-anywhere">{valueWords(field, collision[side])}</bdi>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </section>
  );
}

function ChangedBy({ petId, collision: { fields } }: { petId: bigint; collision: Collision }) {
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
