import type { Collision } from "@/lib/pets/edit/save";
import type { EditValues } from "@/lib/pets/edit/values";
import { FIELD_NAMES, valueWords } from "@/lib/pets/edit/words";
import { cx } from "../../ui/cx";
import { stack } from "../../ui/panel";

type Props = {
  collision: Collision | null;
  /** What the form has now. */
  values: EditValues;
  onChoose(field: keyof EditValues, from: EditValues): void;
};

/** Shows what two people made of the same fields, and lets one of them choose. */
export function PetCollision({ collision, values, onChoose }: Props) {
  return (
    <div role="alert" className="empty:hidden">
      {collision && (
        <section className={cx(stack, "rounded-card border-2 border-amber bg-amber-back p-4")} aria-label="Two edits">
          <p className="font-semibold text-amber">
            Somebody else changed this animal while you were editing it. Choose what to keep, then save.
          </p>
          {collision.fields.map((field) => (
            <fieldset key={field} className="grid gap-2 sm:grid-cols-2">
              <legend className="mb-1">{FIELD_NAMES[field]}</legend>
              {(["theirs", "yours"] as const).map((side) => (
                <label
                  key={side}
                  className="flex min-h-target cursor-pointer items-start gap-3 rounded-control border border-control-line bg-panel px-3 py-2 font-normal has-checked:border-accent has-checked:ring-1 has-checked:ring-accent"
                >
                  <input
                    type="radio"
                    name={`collision-${field}`}
                    className="mt-1 size-5 shrink-0"
                    checked={values[field] === collision[side][field]}
                    onChange={() => onChoose(field, collision[side])}
                  />
                  <span className="min-w-0">
                    <span className="block text-sm font-semibold text-soft">
                      {side === "theirs" ? "Theirs" : "Yours"}
                    </span>
                    <bdi className="line-clamp-6 wrap-anywhere">{valueWords(field, collision[side])}</bdi>
                  </span>
                </label>
              ))}
            </fieldset>
          ))}
        </section>
      )}
    </div>
  );
}
