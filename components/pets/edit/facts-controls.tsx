import { type Control, Controller, useController, useWatch } from "react-hook-form";
import { commonBreeds } from "@/lib/pets/edit/common-breeds";
import type { EditValues } from "@/lib/pets/edit/values";
import { CHOICE_WORDS, EDIT_LABELS } from "@/lib/pets/edit/words";
import { isBornAfter } from "@/lib/pets/profile/age";
import { COMPANIONS } from "@/lib/pets/profile/choices";
import { dateWords } from "@/lib/values/time-words";
import { Field, Input } from "../../ui/forms/field";
import { Segments } from "../../ui/forms/segments";
import { stack } from "../../ui/style/panel";
import { AgeControl } from "./age-control";
import { SHEET_PARTS } from "./sheet-parts";

type Props = {
  control: Control<EditValues>;
  /** When the animal last came to the shelter. */
  cameAt: string;
};

/** What is known about an animal: breed, age, sex, size, and whom it gets along with. */
export function FactsControls({ control, cameAt }: Props) {
  return (
    <section id={SHEET_PARTS.facts} tabIndex={-1} className={stack} aria-labelledby="facts-heading">
      <h3 id="facts-heading">Facts</h3>
      <BreedControl control={control} />
      <div className={stack}>
        <AgeControl control={control} />
        <AgeDoubt control={control} cameAt={cameAt} />
      </div>
      <Controller
        control={control}
        name="sex"
        render={({ field: { value, onChange } }) => (
          <Segments legend="Sex" options={CHOICE_WORDS.sex} value={value} onChange={onChange} />
        )}
      />
      <Controller
        control={control}
        name="size"
        render={({ field: { value, onChange } }) => (
          <Segments legend="Size when grown" options={CHOICE_WORDS.size} value={value} onChange={onChange} />
        )}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {COMPANIONS.map((companion) => (
          <Controller
            key={companion}
            control={control}
            name={companion}
            render={({ field: { value, onChange } }) => (
              <Segments
                legend={EDIT_LABELS[companion]}
                options={CHOICE_WORDS.known}
                value={value}
                onChange={onChange}
              />
            )}
          />
        ))}
      </div>
    </section>
  );
}

/** The breed. Any text can be typed; common breeds of the chosen kind are suggested. */
function BreedControl({ control }: { control: Control<EditValues> }) {
  const { field, fieldState } = useController({ control, name: "breed" });
  const kind = useWatch({ control, name: "kind" });
  return (
    <Field id="edit-breed" label={EDIT_LABELS.breed} error={fieldState.error?.message}>
      {(attributes) => (
        <>
          <Input {...attributes} {...field} list="common-breeds" autoComplete="off" dir="auto" />
          <datalist id="common-breeds">
            {commonBreeds(kind).map((breed) => (
              <option key={breed} value={breed} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

/** Points out an age that makes an animal younger than its time in the shelter. */
function AgeDoubt({ control, cameAt }: Props) {
  const bornOn = useWatch({ control, name: "bornOn" });
  return (
    <p role="status" className="text-sm text-amber empty:hidden">
      {isBornAfter(bornOn, cameAt) &&
        `It came here on ${dateWords(new Date(cameAt))}, so it was born before that. Check the age.`}
    </p>
  );
}
