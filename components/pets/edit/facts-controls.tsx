import { useState } from "react";
import { useController, useWatch } from "react-hook-form";
import { bornOnOfTyped, type TypedAge, typedAgeOf } from "@/lib/pets/edit/age-estimate";
import { type EditValues, NO_DATE } from "@/lib/pets/edit/pet-values";
import { CHOICE_WORDS, commonBreeds, EDIT_LABELS } from "@/lib/pets/edit/words";
import { isBornAfter } from "@/lib/pets/profile/age";
import { COMPANIONS } from "@/lib/pets/profile/choices";
import { MAX_STORY_LENGTH } from "@/lib/pets/profile/schema";
import { dateWords } from "@/lib/values/time-words";
import { Field, Input, Select, Textarea } from "../../ui/field";
import { Segments } from "../../ui/form-controls";
import { stack } from "../../ui/panel";
import { cx } from "../../ui/style";

const WAYS = { unknown: "Not known", estimate: "Estimate", date: "Date of birth" } as const;
type Way = keyof typeof WAYS;

/** Before anything is typed. */
const EMPTY: Readonly<Record<Way, string>> = {
  unknown: "",
  estimate: bornOnOfTyped({ text: "", unit: "years" }),
  date: NO_DATE,
};

function AgeControl() {
  const { field, fieldState } = useController<EditValues, "bornOn">({ name: "bornOn" });
  const bornOn = field.value;
  const [lastTyped, setLastTyped] = useState<TypedAge | null>(null);
  // The form holds only the date of birth, which several texts can stand for.
  const typed = lastTyped && bornOnOfTyped(lastTyped) === bornOn ? lastTyped : typedAgeOf(bornOn);
  const way: Way = bornOn === "" ? "unknown" : typed ? "estimate" : "date";
  const choose = (next: Way) => {
    if (next !== way) field.onChange(EMPTY[next]);
  };
  const type = (next: TypedAge) => {
    setLastTyped(next);
    field.onChange(bornOnOfTyped(next));
  };
  const error = fieldState.error?.message;
  return (
    <div className="grid gap-2.5">
      <Segments legend="Age" options={WAYS} value={way} onChange={choose} />
      {way === "date" && (
        <Field id="edit-born" label="Born on" error={error}>
          {(attributes) => (
            <Input
              {...attributes}
              name={field.name}
              ref={field.ref}
              type="date"
              className="max-w-60"
              min="1980-01-01"
              value={bornOn === NO_DATE ? "" : bornOn}
              onBlur={field.onBlur}
              onChange={(event) => field.onChange(event.target.value || NO_DATE)}
            />
          )}
        </Field>
      )}
      {typed && (
        <div className="grid max-w-72 grid-cols-2 items-start gap-3">
          <Field id="edit-age" label="About" error={error}>
            {(attributes) => (
              <Input
                {...attributes}
                ref={field.ref}
                inputMode="decimal"
                autoComplete="off"
                value={typed.text}
                onBlur={field.onBlur}
                onChange={({ target: { value } }) => type({ ...typed, text: value })}
              />
            )}
          </Field>
          <Field id="edit-age-unit" label="Unit">
            {(attributes) => (
              <Select
                {...attributes}
                value={typed.unit}
                onChange={({ target: { value } }) => type({ ...typed, unit: value === "months" ? "months" : "years" })}
              >
                <option value="years">years</option>
                <option value="months">months</option>
              </Select>
            )}
          </Field>
        </div>
      )}
    </div>
  );
}

type ChoiceProps = {
  name: "sex" | "size" | (typeof COMPANIONS)[number];
  legend: string;
  options: Readonly<Record<string, string>>;
};

function ChoiceControl({ name, ...choice }: ChoiceProps) {
  const { field } = useController<EditValues, typeof name>({ name });
  return <Segments<string> {...choice} value={field.value} onChange={field.onChange} />;
}

/** In the context of the form. */
export function FactsControls({ cameAt }: { cameAt: string }) {
  return (
    <section className={stack} aria-labelledby="facts-heading">
      <h3 id="facts-heading">Facts</h3>
      <BreedControl />
      <div className={stack}>
        <AgeControl />
        <AgeDoubt cameAt={cameAt} />
      </div>
      <ChoiceControl name="sex" legend="Sex" options={CHOICE_WORDS.sex} />
      <ChoiceControl name="size" legend="Size when grown" options={CHOICE_WORDS.size} />
      <div className="grid gap-4 sm:grid-cols-2">
        {COMPANIONS.map((companion) => (
          <ChoiceControl
            key={companion}
            name={companion}
            legend={EDIT_LABELS[companion]}
            options={CHOICE_WORDS.known}
          />
        ))}
      </div>
    </section>
  );
}

/** Any text can be typed. */
function BreedControl() {
  const { field, fieldState } = useController<EditValues, "breed">({ name: "breed" });
  const kind = useWatch<EditValues, "kind">({ name: "kind" });
  return (
    <Field id="edit-breed" label={EDIT_LABELS.breed} error={fieldState.error?.message}>
      {(attributes) => (
        <>
          <Input
            {...attributes}
            {...field}
            list="common-breeds"
            autoComplete="off"
            dir="auto"
            // It takes a breed from the list, and must not save too.
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          />
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

/** An age that is less than its time in the shelter. */
function AgeDoubt({ cameAt }: { cameAt: string }) {
  const bornOn = useWatch<EditValues, "bornOn">({ name: "bornOn" });
  return (
    <p role="status" className="text-sm text-amber empty:hidden">
      {isBornAfter(bornOn, cameAt) &&
        `It came here on ${dateWords(new Date(cameAt))}, so it was born before that. Check the age.`}
    </p>
  );
}

/** Screen readers announce how many are left from here on. */
const NEAR = 100;

export function StoryControl() {
  const { field, fieldState } = useController<EditValues, "story">({ name: "story" });
  const length = [...field.value].length;
  const left = MAX_STORY_LENGTH - length;
  return (
    <div className="grid gap-1">
      <Field
        id="edit-story"
        label="Story"
        hint="What it is like to live with, and what it needs. Adopters read this first."
        error={fieldState.error?.message}
      >
        {(attributes) => (
          <Textarea {...attributes} {...field} rows={7} dir="auto" className="min-h-28! field-sizing-content" />
        )}
      </Field>
      <p className={cx("text-end text-sm tabular-nums", left < 0 ? "font-semibold text-danger" : "text-soft")}>
        {length.toLocaleString("en")} of {MAX_STORY_LENGTH.toLocaleString("en")}
      </p>
      <p className="sr-only" role="status">
        {left < 0 ? `${-left} characters too many` : left <= NEAR ? `${left} characters left` : ""}
      </p>
    </div>
  );
}
